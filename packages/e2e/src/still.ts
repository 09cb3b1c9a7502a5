import type { Page } from '@playwright/test';

/**
 * Waits until nothing on the page is on its way to another colour, place or transparency any more, for at most five
 * seconds: what is measured before is half of what it was and half of what it will be.
 */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () =>
      new Promise((resolve) => {
        requestAnimationFrame(resolve);
        // A window that is not painted has no frames.
        setTimeout(resolve, 100);
      });
    // Neither what has ended and fills, nor what turns for ever.
    const isMoving = (each: Animation) =>
      each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity;
    const giveUpAt = performance.now() + 5_000;
    // A change arrives with the next frames, and what inherits it one frame later on each level.
    for (let frames = 0; frames < 3 && performance.now() < giveUpAt; frames += 1) {
      await frame();
      if (document.getAnimations().some(isMoving)) frames = -1;
    }
  });
}
