import { BASE_ENV, test as base } from '../fixtures.js';
import { ScreenAudit } from './checks/audit.js';
import { START_MS } from '../product/product.js';
import { seedScreens, type ScreenData } from './screen-data.js';

export { expect } from '@playwright/test';

export const test = base.extend<object, { screenData: ScreenData; audit: ScreenAudit }>({
  // The embedded engine reports the words that it understood.
  productOptions: [
    // eslint-disable-next-line no-empty-pattern
    ({}, use) => use({ env: BASE_ENV }),
    { scope: 'worker' },
  ],
  screenData: [
    async ({ product, database }, use) => use(await seedScreens(product, database)),
    { scope: 'worker', timeout: START_MS },
  ],
  audit: [
    async ({ browser, screenData }, use) => {
      const audit = new ScreenAudit(browser, screenData);
      await use(audit);
      await audit.close();
    },
    { scope: 'worker' },
  ],
});
