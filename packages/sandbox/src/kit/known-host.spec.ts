import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../sandbox.js';
import { isKnownHost } from './known-host.js';

it.each([
  'localhost',
  'LOCALHOST:3200',
  'localhost.',
  'bucket.localhost',
  '127.0.0.1:80',
  '10.0.0.7',
  '[::1]:1',
  'box.example',
])('%s leads here', (host) => expect(isKnownHost(host, ['box.example'])).toBe(true));

it.each([
  undefined,
  '',
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'notlocalhost',
  'user@evil.example',
  'a b',
])('%s may lead here for somebody else', (host) => expect(isKnownHost(host, ['box.example'])).toBe(false));

describe('a sandbox', () => {
  let dir: string;
  let sandbox: Sandbox;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'known-host-'));
    sandbox = await startSandbox({ dir, clients: { redirectUris: [] }, publicUrl: 'http://sandbox.example' });
  });
  afterEach(async () => {
    await sandbox.close();
    await rm(dir, { recursive: true, force: true });
  });

  const statusOf = async (host: string, path: string): Promise<number | undefined> => {
    const asked = request({ port: sandbox.port, host: '127.0.0.1', path, headers: { host }, agent: false });
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };

  it.each(['/desk', '/_sandbox/environment', '/google/o/oauth2/v2/auth', '/mail'])(
    'shows %s to nobody under a name that is not its own',
    async (path) => {
      expect(await statusOf('evil.example', path)).toBe(421);
      for (const host of ['localhost', '127.0.0.1', 'sandbox.example'])
        expect(await statusOf(host, path)).not.toBe(421);
    },
  );
});
