import type { Page } from '@playwright/test';

/** Truncated texts of buttons, links and labels, and selected tabs outside of the view. */
export const findCutOffTexts = (page: Page): Promise<string[]> =>
  page.locator('main :is(button, a, label, legend)').evaluateAll((elements) =>
    elements
      // Switches have no text; their touch area is larger than the element. Texts for screen readers are one pixel wide.
      .filter(({ textContent }) => textContent !== '')
      .filter(
        (element) =>
          (element.clientWidth > 1 && element.scrollWidth > element.clientWidth) ||
          (element.matches('[role="tab"][aria-selected="true"]') &&
            element.getBoundingClientRect().right > window.innerWidth),
      )
      .map(({ textContent }) => `"${textContent}" is cut off`),
  );
