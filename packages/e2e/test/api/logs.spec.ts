import { readFile } from 'node:fs/promises';
import { expect, test } from '../../src/fixtures.js';

test('the bundled API logs under the names of its classes and leaves out the start of each Nest module', async ({
  product,
}) => {
  const text = await readFile(product.running.logFile('api'), 'utf8');
  const contexts = new Set([...text.matchAll(/"context":"(\w+)"/g)].map(([, context]) => context));
  expect([...contexts]).toEqual(['NestApplication']);
});
