import { expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { useProduct } from '../../src/product.js';

const product = useProduct();

/** Under which names the api wrote its lines. */
async function contexts(): Promise<string[]> {
  const text = await readFile(product.running.logFile('api'), 'utf8');
  return [...new Set([...text.matchAll(/"context":"(\w+)"/g)].map(([, context]) => context ?? ''))];
}

test('the bundled api logs under the names of its classes, and leaves out what Nest tells of each module', async () => {
  expect(await contexts()).toEqual(['NestApplication']);
});
