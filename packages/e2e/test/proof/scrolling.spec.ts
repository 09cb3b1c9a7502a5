import { putImages } from '@app/api/test-support/many-images';
import type { Page } from '@playwright/test';
import { expect, test } from '../../src/fixtures.js';
import type { BrowserOpener } from '../../src/open-browser.js';
import { watchLayout } from '../../src/screens/checks/layout-shifts.js';
import { text } from '../../src/texts.js';
import type { TestUser } from '../../src/users/test-user.js';
import { galleryPage } from '../support/gallery-page.js';

const IMAGES = 100_000;
const BATCH = 10_000;
/** Images with files, where somebody looks: from the first page on, and from page 5000. */
const LOOKED_AT = 700;
const DEEP_PAGE = 5000;
const SIZES = ['1:1', '3:2', '9:16', '16:9', '4:5'] as const;
const MOST_ITEMS = 80;

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** Notes how long each frame takes, in milliseconds, from now on. */
const watchFrames = (page: Page) =>
  page.evaluateHandle(() => {
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

const inTime = (frames: readonly number[]): string => {
  const share = (limit: number) => Math.round((100 * frames.filter((frame) => frame < limit).length) / frames.length);
  return `${share(20)} % of ${frames.length} frames within 20 ms, ${share(34)} % within 34 ms`;
};

/** At the pace of a hand. */
async function turnWheel(page: Page, distance: number): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    await page.mouse.wheel(0, distance);
    await page.waitForTimeout(30);
  }
}

interface Scrolled {
  frames: number[];
  /** Most items of the list at a time. */
  items: number;
  shift: number;
}

/** Turns the wheel until the address names a page, and goes on where one has to ask for more. */
async function scrollToPage(page: Page, last: number): Promise<Scrolled> {
  const more = page.getByRole('button', { name: text('en', 'gallery:showMore') });
  const scrolled: Scrolled = { frames: [], items: 0, shift: 0 };
  for (let isThere = false; !isThere;) {
    const shifts = await watchLayout(page);
    const frames = await watchFrames(page);
    await turnWheel(page, 120);
    scrolled.items = Math.max(scrolled.items, await page.locator('main li').count());
    scrolled.frames.push(...(await frames.jsonValue()));
    scrolled.shift += (await shifts()).score;
    isThere = Number(new URL(page.url()).searchParams.get('page') ?? 1) >= last;
    if (isThere || !(await more.isVisible())) continue;
    await more.click();
    // What it moves is what was asked for, as browsers see it too.
    await page.waitForTimeout(500);
  }
  return scrolled;
}

/** The frames on the way back over images that are there already. */
async function scrollUp(page: Page): Promise<readonly number[]> {
  const frames = await watchFrames(page);
  for (let turn = 0; turn < 5; turn += 1) await turnWheel(page, -120);
  return frames.jsonValue();
}

const tell = (name: string, { frames, items, shift }: Scrolled, heap: string) =>
  process.stdout.write(`${name}: ${inTime(frames)}, at most ${items} items, shift ${shift.toFixed(4)}, heap ${heap}\n`);
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

let owner: TestUser;
test.beforeAll(async ({ newUser, seedImages, database }) => {
  test.setTimeout(600_000);
  owner = await newUser();
  const putRows = async (count: number) => {
    for (let left = count; left > 0; left -= BATCH) {
      const images = Array.from({ length: Math.min(left, BATCH) }, () => ({ prompt: 'A heron 梯田白鹭' }));
      await putImages(database, owner.id, images);
    }
  };
  const putFiles = () =>
    seedImages(
      owner,
      Array.from({ length: LOOKED_AT }, (_, index) => ({
        prompt: `A heron 梯田白鹭 ${index}`,
        size: SIZES[index % SIZES.length] ?? '1:1',
      })),
    );
  const deep = IMAGES - (DEEP_PAGE - 1) * 12;
  await putRows(deep - LOOKED_AT);
  await putFiles();
  await putRows(IMAGES - deep - LOOKED_AT);
  await putFiles();
});

interface Scrolling {
  open: BrowserOpener;
  viewport: { width: number; height: number };
  name: string;
  from: number;
  to: number;
}

async function scrollThrough({ open, viewport, name, from, to }: Scrolling): Promise<void> {
  const { page } = await open.asUser(owner, 'en', { viewport });
  const { item } = galleryPage(page, 'en');
  await page.goto(from === 1 ? '/gallery' : `/gallery?page=${from}`);
  await item(IMAGES - (from - 1) * 12).waitFor();
  await page.mouse.move(viewport.width / 2, viewport.height / 2);
  const start = await scrollToPage(page, from + 7);
  const before = await heapBytes(page);
  const rest = await scrollToPage(page, to);
  const after = await heapBytes(page);
  tell(`${name}, page ${from} to ${from + 7}`, start, megabytes(before));
  tell(`${name}, on to page ${to}`, rest, megabytes(after));
  process.stdout.write(`${name}, back: ${inTime(await scrollUp(page))}\n`);
  for (const { items, shift } of [start, rest]) {
    expect(items).toBeLessThan(MOST_ITEMS);
    expect(shift).toBeLessThan(0.05);
  }
  expect(after).toBeLessThan(1.5 * before);
}

for (const [name, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 900 }],
] as const)
  for (const [from, to] of [
    [1, 40],
    [DEEP_PAGE, DEEP_PAGE + 16],
  ] as const)
    test(`scrolling on from page ${from} of 100,000 images on ${name} moves nothing, and neither list nor memory grows`, ({
      open,
    }) => scrollThrough({ open, viewport, name, from, to }));
