import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPlace, fakeProduct } from '../../test/fake-product.js';
import { machineVariables } from '../settings/config.js';
import { choosePorts, type Ports } from '../settings/ports.js';
import { readSettings } from '../settings/settings.js';
import type { NodePart } from './node-part.js';
import { webPart } from './product-parts.js';

let place: ReturnType<typeof createPlace>;
let ports: Ports;
let web: NodePart;

beforeEach(async () => {
  place = createPlace();
  ({ ports } = await choosePorts({ anyFree: true }));
});
afterEach(async () => {
  await web.stop();
  place.remove();
});

async function startWeb(userEnv: Record<string, string>): Promise<void> {
  const context = {
    machine: machineVariables(),
    userEnv,
    settings: readSettings({ ...userEnv, DATA_DIR: place.dataDir }, place.dir),
    installation: { appSecret: 'app', identitySecret: 'identity', instanceId: 'abcd1234' },
    ports,
    databaseUrl: '',
    redisUrl: '',
    sandbox: undefined,
  };
  web = webPart({ product: fakeProduct(), context, partEnv: {} });
  await web.start();
}

async function statusFor(host: string): Promise<number | undefined> {
  const sent = get({ host: '127.0.0.1', port: ports.web, headers: { host }, agent: false });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

describe('the web server as the launcher starts it', () => {
  it('answers under the host name of PUBLIC_URL, and refuses any other', async () => {
    await startWeb({ PUBLIC_URL: 'https://studio.example:8443', WEB_HOST: '127.0.0.1' });
    expect(await statusFor('studio.example:8443')).toBe(200);
    expect(await statusFor('evil.example')).toBe(421);
  });
});
