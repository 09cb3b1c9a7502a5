import type { LaunchOptions } from '@app/launcher';
import { ApiClient, type Person } from './api-client.js';
import { useDatabase, type ProductDatabase } from './database.js';
import { Journal } from './load.js';
import { useProduct, type Product } from './product.js';

/** A running product, and everything that can testify about it. */
export interface Witnesses {
  product: Product;
  /** Through the web server, as browsers go. */
  api: ApiClient;
  database: ProductDatabase;
  journal: Journal;
  /** A newcomer with so many credits. */
  newcomer(credits: number): Promise<Person>;
}

/** A product for a test file, with its witnesses. */
export function useWitnesses(options: LaunchOptions | (() => LaunchOptions)): Witnesses {
  const product = useProduct(options);
  const database = useDatabase(product);
  const api = new ApiClient(() => product.running.url);
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
