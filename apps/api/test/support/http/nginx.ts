import { startNginx, type NginxServer } from '@app/sandbox/nginx';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestApp } from '../app.js';

const ACCEL_LOCATION = '/_pictures/';
const STORAGE_DIR = join(tmpdir(), `nginx-pictures-${process.pid}`);
/** What the API of these tests is told. Its files lie on a disk, as those that nginx sends do. */
export const BEHIND_NGINX = { X_ACCEL_LOCATION: ACCEL_LOCATION, STORAGE_DIR };

const missing = process.env.TEST_NGINX_MISSING ?? '';

/** `why` there is no nginx, or nothing. On macOS it cannot be fetched, anywhere else its absence is a fault. */
export function runSkipOrFail(why: string, platform: NodeJS.Platform): 'run' | 'skip' | 'fail' {
  if (why === '') return 'run';
  return platform === 'darwin' ? 'skip' : 'fail';
}

/** Cases that need an nginx. Without one they fail, except on macOS: there they are skipped. */
export function describeWithNginx(name: string, cases: () => void): void {
  const decision = runSkipOrFail(missing, process.platform);
  if (decision === 'run') describe(name, cases);
  else (decision === 'skip' ? test.skip : test)(`${name} (needs nginx)`, () => expect(missing).toBe(''));
}

/** Writes down the addresses that an application hands over to nginx; `onCreated` is for `useApp`. */
export function watchHandOvers(): { addresses: string[]; onCreated: (app: NestFastifyApplication) => void } {
  const addresses: string[] = [];
  const onCreated = (app: NestFastifyApplication): void => {
    const fastify = app.getHttpAdapter().getInstance();
    fastify.addHook('onSend', async (_request, reply) => {
      const address = reply.getHeader('x-accel-redirect');
      if (address !== undefined) addresses.push(String(address));
    });
  };
  return { addresses, onCreated };
}

/** An nginx in front of the application, with the configuration that is shipped. Read its field inside tests only. */
export function useNginx(app: TestApp): { readonly origin: string } {
  let dir = '';
  let nginx: NginxServer | undefined;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'nginx-'));
    const { host: apiAddress } = new URL(app.url);
    nginx = await startNginx({
      dir,
      apiAddresses: [apiAddress],
      storageDir: STORAGE_DIR,
      accelLocation: ACCEL_LOCATION,
    });
  });
  afterAll(async () => {
    await nginx?.stop();
    for (const made of [dir, STORAGE_DIR]) await rm(made, { recursive: true, force: true });
  });
  return {
    get origin() {
      return nginx?.origin ?? '';
    },
  };
}
