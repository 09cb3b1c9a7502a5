import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtProduct, type Product } from '../src/settings/product.js';

/** Settings of a user who needs nothing of the sandbox. */
export const REAL_SERVICES = {
  GOOGLE_CLIENT_ID: 'real',
  GOOGLE_CLIENT_SECRET: 'real-secret',
  GITHUB_CLIENT_ID: 'real',
  GITHUB_CLIENT_SECRET: 'real-secret',
  SMTP_URL: 'smtps://mail.example:465',
  MAIL_FROM: 'no-reply@mail.example',
  STRIPE_SECRET_KEY: 'sk_test_real',
};

const here = (file: string): string => join(__dirname, 'fake-product', file);

export const fakeProduct = (): Product => ({
  ...builtProduct(),
  sandbox: here('sandbox.mjs'),
  migrate: here('migrate.mjs'),
  api: here('api.mjs'),
  worker: here('worker.mjs'),
  webRoot: join(__dirname, 'fake-web'),
});

/** Starts without real databases take a third of the time. */
export async function openFakeDatabases() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const env = { DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/mine`, REDIS_URL: `redis://127.0.0.1:${port}` };
  return { env, close: () => void server.close() };
}

export function createPlace() {
  const dir = mkdtempSync(join(tmpdir(), 'launcher-'));
  chmodSync(dir, 0o711);
  const file = (name: string) => join(dir, name);
  return {
    dir,
    dataDir: file('data'),
    events: () => readFileSync(file('events.txt'), 'utf8').trim().split('\n'),
    environmentOf: (part: string): Record<string, string> => JSON.parse(readFileSync(file(`${part}.json`), 'utf8')),
    workerChild: () => Number(readFileSync(file('worker-child.txt'), 'utf8')),
    remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }),
  };
}
