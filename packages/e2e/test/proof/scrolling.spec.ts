import type { Page } from '@playwright/test';
import { expect, test } from '../../src/fixtures.js';
import { watchLayout } from '../../src/screens/layout-shifts.js';
import { fromTo, galleryPage } from '../support/gallery-page.js';

const IMAGES = 200;
/** Eight pages of twelve. */
const SHOWN = 96;
const TURNS = 170;

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** Turns the wheel at the pace of a hand until eight pages are shown; answers how long each frame took, in milliseconds. */
async function scrollThrough(page: Page): Promise<number[]> {
  const frames = await page.evaluateHandle(() => {
    const taken: number[] = [];
    let last = performance.now();
    const note = (now: number) => {
      taken.push(now - last);
      last = now;
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    return taken;
  });
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.mouse.wheel(0, 120);
    await page.waitForTimeout(30);
  }
  return frames.jsonValue();
}

const share = (frames: readonly number[], limit: number): string =>
  `${Math.round((100 * frames.filter((frame) => frame < limit).length) / frames.length)} %`;

for (const [name, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 900 }],
] as const)
  test(`scrolling through a gallery on ${name} moves nothing and takes no more memory from eight pages to the next`, async ({
    open,
    newOwner,
  }) => {
    const { page } = await open.asUser(await newOwner([{ prompt: 'A heron 梯田白鹭', count: IMAGES }]), 'en', {
      viewport,
    });
    await page.goto('/gallery');
    const { waitForImages } = galleryPage(page, 'en');
    await waitForImages(fromTo(IMAGES, IMAGES - 11));
    await page.mouse.move(viewport.width / 2, viewport.height / 2);
    const shifts = await watchLayout(page);
    const frames = await scrollThrough(page);
    await waitForImages(fromTo(IMAGES, IMAGES - SHOWN + 1));
    const { score } = await shifts();
    const before = await heapBytes(page);

    await page.getByRole('button', { name: 'Page 9', exact: true }).click();
    await waitForImages(fromTo(IMAGES - SHOWN, IMAGES - SHOWN - 11));
    await scrollThrough(page);
    await waitForImages(fromTo(IMAGES - SHOWN, IMAGES - 2 * SHOWN + 1));
    const after = await heapBytes(page);
    process.stdout.write(
      `${name}: ${share(frames, 20)} of ${frames.length} frames within 20 ms, ${share(frames, 34)} within 34 ms, ` +
        `shift ${score.toFixed(4)}, heap ${Math.round(before / 1e6)} MB, then ${Math.round(after / 1e6)} MB\n`,
    );
    expect(score).toBeLessThan(0.05);
    expect(after).toBeLessThan(1.5 * before);
  });
