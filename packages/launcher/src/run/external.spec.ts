import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { assertReachable } from './external.js';

describe('an external database', () => {
  it('is accepted while a server listens, and reported otherwise', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `redis://127.0.0.1:${port}/0`;
    await assertReachable('REDIS_URL', url, 6379);

    server.close();
    await once(server, 'close');
    await expect(assertReachable('REDIS_URL', url, 6379)).rejects.toMatchObject({
      message: `REDIS_URL names 127.0.0.1:${port}, where nothing answers`,
      remedy: expect.stringContaining('unset it'),
    });
  });

  it('requires an address', async () => {
    await expect(assertReachable('DATABASE_URL', 'my database', 5432)).rejects.toThrow('is not an address');
  });

  it('is accepted by a socket path', async () => {
    await expect(
      assertReachable('DATABASE_URL', 'postgres:///mine?host=/run/postgresql', 5432),
    ).resolves.toBeUndefined();
  });
});
