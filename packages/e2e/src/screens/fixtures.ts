import { BASE_ENV, test as base } from '../fixtures.js';
import { ScreenAudit } from './audit.js';
import { START_MS } from '../product/product.js';
import { furnish, type World } from './world.js';

export { expect } from '@playwright/test';

/** A product whose users are in the states that the screens show. */
export const test = base.extend<object, { world: World; audit: ScreenAudit }>({
  // The embedded engine, which shows what it understood of a prompt.
  productOptions: [
    // eslint-disable-next-line no-empty-pattern
    ({}, use) => use({ env: BASE_ENV }),
    { scope: 'worker' },
  ],
  world: [
    async ({ product, database }, use) => use(await furnish(product, database)),
    { scope: 'worker', timeout: START_MS },
  ],
  audit: [
    async ({ browser, world }, use) => {
      const audit = new ScreenAudit(browser, world);
      await use(audit);
      await audit.close();
    },
    { scope: 'worker' },
  ],
});
