import { test as base } from '../../src/fixtures.js';
import { Faults } from '../../src/product/faults.js';
import { expectInvariants, type ProductAccess } from '../../src/product/invariants.js';
import { MoreProcesses, PROCESS_START_MS, type ProcessOptions } from '../../src/product/more-processes.js';

export { expect } from '@playwright/test';

/** Checks the invariants after each test. */
export const test = base.extend<{ access: ProductAccess; invariants: void }, { faults: Faults }>({
  faults: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      // A worker on a busy machine needs time to extend its lease.
      const faults = new Faults({ GENERATION_LEASE_SECONDS: '10' });
      await use(faults);
      await faults.remove();
    },
    { scope: 'worker' },
  ],
  // Accepted generations must survive a crash of Postgres, so the database is durable.
  productOptions: [
    ({ faults, services }, use) =>
      use({ ...faults.options, env: { ...faults.options.env, ...services.environment('stability') }, durable: true }),
    { scope: 'worker' },
  ],
  access: ({ product, api, database, journal }, use) => use({ product, api, database, journal }),
  invariants: [
    async ({ database }, use) => {
      await use();
      await expectInvariants(database);
    },
    { auto: true },
  ],
});

export const testWithProcesses = (wanted: ProcessOptions) =>
  test.extend<object, { more: MoreProcesses }>({
    more: [
      async ({ product }, use) => {
        const more = new MoreProcesses(product, wanted);
        try {
          await more.start();
          await use(more);
        } finally {
          await more.stop();
        }
      },
      { scope: 'worker', timeout: 3 * PROCESS_START_MS },
    ],
  });
