import type { Page } from '@playwright/test';

/** Waits at most five seconds for the end of transitions, so that no intermediate state is measured. */
export async function waitForTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () =>
      new Promise((resolve) => {
        requestAnimationFrame(resolve);
        // An invisible window has no frames.
        setTimeout(resolve, 100);
      });
    // Finished animations with a fill, and endless ones, do not count.
    const isMoving = (each: Animation) =>
      each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity;
    const giveUpAt = performance.now() + 5_000;
    // A change starts with the next frame, and inherited values one frame later per level.
    for (let frames = 0; frames < 3 && performance.now() < giveUpAt; frames += 1) {
      await frame();
      if (document.getAnimations().some(isMoving)) frames = -1;
    }
  });
}
