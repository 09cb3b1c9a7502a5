import { BASE_ENV, test as base } from '../fixtures.js';
import { ScreenAudit } from './audit.js';
import { START_MS } from '../product/product.js';
import { furnish, type World } from './world.js';

export { expect } from '@playwright/test';

export const test = base.extend<object, { world: World; audit: ScreenAudit }>({
  // The embedded engine reports the words that it understood.
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
