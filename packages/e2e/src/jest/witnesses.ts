import type { LaunchOptions } from '@app/launcher';
import { afterAll, beforeAll } from '@jest/globals';
import { ApiClient, type Person } from '../users/api-client.js';
import { ProductDatabase } from '../product/database.js';
import type { ProductAccess } from '../product/invariants.js';
import { Journal } from '../users/load.js';
import { Product, START_MS } from '../product/product.js';

export interface Witnesses extends ProductAccess {
  newcomer(credits: number): Promise<Person>;
}

export function useWitnesses(options: LaunchOptions | (() => LaunchOptions)): Witnesses {
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
    journal: new Journal(api),
    newcomer: async (credits) => {
      const person = await api.signUp();
      if (credits > 0) await database.giveCredits(person.userId, credits);
      return person;
    },
  };
}
