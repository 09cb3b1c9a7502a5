import type { Locale, Plan } from '@app/contracts';
import type { LaunchOptions } from '@app/launcher';
import { test as base } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { ApiClient, type ApiUser } from './users/api-client.js';
import { ProductDatabase } from './product/database.js';
import { GenerationJournal } from './users/generation-journal.js';
import { BrowserOpener } from './open-browser.js';
import { Product, START_MS } from './product/product.js';
import { seedImages, type SeededImages } from './product/seed-images.js';
import { ServiceSandbox } from './product/service-sandbox.js';
import { signUp, type Account, type TestUser } from './users/test-user.js';
import { givePlan } from './users/user-plan.js';

export { expect } from '@playwright/test';

export const BASE_ENV = {
  SWEEP_SECONDS: '1',
  RATE_LIMIT_PER_MINUTE: '1000000',
  SUPPORT_EMAIL: 'help@studio.example',
};

/** Creates an account unless one is given. */
export interface UserOptions extends Partial<Account> {
  locale?: Locale;
  plan?: Plan;
  /** In addition to the free credits. */
  credits?: number;
}

interface TestFixtures {
  /** Profiles close after the test, which fails if any page had an error. */
  open: BrowserOpener;
  journal: GenerationJournal;
}

interface WorkerFixtures {
  /** Stability AI and a bucket, simulated by the sandbox. */
  services: ServiceSandbox;
  /** Tests with other options run in another worker. */
  productOptions: LaunchOptions;
  product: Product;
  database: ProductDatabase;
  /** Connects through the web server, as browsers do. */
  api: ApiClient;
  /** A user without a browser. */
  newApiUser: (credits: number) => Promise<ApiUser>;
  newUser: (wanted?: UserOptions) => Promise<TestUser>;
  /** The first image is the oldest. Resolves with their ids. */
  seedImages: (user: TestUser, images: readonly SeededImages[]) => Promise<string[]>;
  newOwner: (images: readonly SeededImages[]) => Promise<TestUser>;
}

/** One product per worker; each test uses accounts of its own. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  services: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const services = await ServiceSandbox.start();
      await use(services);
      await services.stop();
    },
    { scope: 'worker' },
  ],
  // The sandbox makes an image in a tenth of the embedded engine's time.
  productOptions: [
    ({ services }, use) => use({ env: { ...BASE_ENV, ...services.environment('stability') } }),
    { scope: 'worker', option: true },
  ],
  product: [
    async ({ productOptions }, use) => {
      const product = new Product(productOptions);
      try {
        await product.start();
        await use(product);
      } finally {
        await product.stop();
      }
    },
    { scope: 'worker', timeout: START_MS },
  ],
  database: [
    async ({ product }, use) => {
      const database = new ProductDatabase(product);
      await use(database);
      await database.close();
    },
    { scope: 'worker' },
  ],
  api: [({ product }, use) => use(new ApiClient(() => product.running.url)), { scope: 'worker' }],
  newApiUser: [
    ({ api, database }, use) =>
      use(async (credits) => {
        const user = await api.signUp();
        if (credits > 0) await database.giveCredits(user.userId, credits);
        return user;
      }),
    { scope: 'worker' },
  ],
  newUser: [
    ({ product, database }, use) =>
      use(async ({ locale = 'en', plan = 'free', credits = 0, ...account } = {}) => {
        const handle = `user-${randomUUID().slice(0, 13)}`;
        const user = await signUp(product.running.url, { name: 'Test User', handle, ...account }, locale);
        if (plan !== 'free' || credits > 0) await givePlan(database, user, { plan, credits });
        return user;
      }),
    { scope: 'worker' },
  ],
  seedImages: [
    ({ product, database }, use) => use((user, images) => seedImages(product, database, user, images)),
    { scope: 'worker' },
  ],
  newOwner: [
    ({ newUser, seedImages: seed }, use) =>
      use(async (images) => {
        const user = await newUser();
        await seed(user, images);
        return user;
      }),
    { scope: 'worker' },
  ],
  baseURL: ({ product }, use) => use(product.running.url),
  open: async ({ browser, product }, use) => {
    const opener = new BrowserOpener(browser, product.running.url);
    await use(opener);
    await opener.close();
    if (opener.errors.length > 0) throw new Error(`Errors in the browser:\n${opener.errors.join('\n')}`);
  },
  journal: ({ api }, use) => use(new GenerationJournal(api)),
});
