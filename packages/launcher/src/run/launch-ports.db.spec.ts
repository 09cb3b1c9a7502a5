import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { createPlace, fakeProduct } from '../../test/fake-product.js';
import { PortBusyError } from '../settings/ports.js';
import { launch } from './launch.js';

it('is refused where the port of PUBLIC_URL is taken: on another one nobody would reach it', async () => {
  const place = createPlace();
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const env = { FAKE_DIR: place.dir, PUBLIC_URL: 'https://studio.example', WEB_PORT: String(port) };
  const partEnv = { sandbox: { FAKE_DIR: place.dir } };
  const started = launch({ product: fakeProduct(), dataDir: place.dataDir, env, partEnv });
  try {
    await expect(started).rejects.toBeInstanceOf(PortBusyError);
  } finally {
    await started.then(
      (product) => product.stop(),
      () => undefined,
    );
    taken.close();
    place.remove();
  }
});
