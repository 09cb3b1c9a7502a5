import type { LaunchOptions } from '@app/launcher';
import { afterAll, beforeAll } from '@jest/globals';
import { ApiClient, type ApiUser } from '../users/api-client.js';
import { ProductDatabase } from '../product/database.js';
import type { ProductAccess } from '../product/invariants.js';
import { GenerationJournal } from '../users/generation-journal.js';
import { Product, START_MS } from '../product/product.js';

export interface ProductFixtures extends ProductAccess {
  newUser(credits: number): Promise<ApiUser>;
}

export function useProduct(options: LaunchOptions | (() => LaunchOptions)): ProductFixtures {
  const product = new Product(options);
  const database = new ProductDatabase(product);
  const api = new ApiClient(() => product.running.url);
  beforeAll(() => product.start(), START_MS);
  afterAll(async () => {
    await database.close();
    await product.stop();
  }, START_MS);
  return {
    product,
    api,
    database,
    journal: new GenerationJournal(api),
    newUser: async (credits) => {
      const user = await api.signUp();
      if (credits > 0) await database.giveCredits(user.userId, credits);
      return user;
    },
  };
}
