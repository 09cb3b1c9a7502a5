import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { paypalAccess, paypalClient, refusalOf, type PaypalClient } from '../../../test/paypal.js';
import { startTestSandbox, type TestSandbox } from '../../../test/sandbox.js';

let sandbox: TestSandbox;
let paypal: PaypalClient;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(() => {
  paypal = paypalClient(paypalAccess(sandbox));
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.dispose());

const PRODUCTS = '/v1/catalogs/products';

describe('an access token', () => {
  it('ends after nine hours of real time, however the clock is turned', async () => {
    await paypal.call(PRODUCTS);
    await sandbox.control('clock/advance', { ms: 400 * 86_400_000 });
    expect((await paypal.call(PRODUCTS)).status).toBe(200);

    await sandbox.control('paypal/tokens/expire', {});

    expect(await paypal.call(PRODUCTS)).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
  });

  it('is given for another grant type to nobody', async () => {
    expect((await paypal.requestToken({ grant_type: 'password' })).status).toBe(400);
    expect((await paypal.requestToken({})).status).toBe(400);
  });

  it('survives a restart of the sandbox', async () => {
    await paypal.call(PRODUCTS);
    sandbox = await sandbox.restart();

    expect((await paypal.call(PRODUCTS)).status).toBe(200);
  });
});

describe('a call', () => {
  it('needs a bearer token: the credentials themselves are not one', async () => {
    const { clientId, clientSecret, url } = paypalAccess(sandbox);
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    for (const headers of [undefined, { authorization: basic }]) {
      expect((await fetch(`${url}${PRODUCTS}`, headers && { headers })).status).toBe(401);
    }
  });

  it('needs JSON, and says so with 415', async () => {
    const answer = await paypal.call(PRODUCTS, { body: 'name=x', headers: { 'content-type': 'text/plain' } });

    expect(refusalOf(answer)).toMatchObject({ status: 415, name: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  it('is refused in the same form where PayPal knows no such address', async () => {
    for (const path of ['/v1/nothing', '/v2/checkout', '/nothing']) {
      const { status, body, headers } = await paypal.call(path);

      expect(status).toBe(404);
      expect(body).toEqual({
        name: 'RESOURCE_NOT_FOUND',
        message: expect.any(String),
        debug_id: headers.get('paypal-debug-id'),
        details: [{ issue: 'INVALID_RESOURCE_ID', description: expect.any(String) }],
        links: [expect.objectContaining({ rel: 'information_link' })],
      });
    }
  });

  it('meets an internal error in the same form by the switch', async () => {
    await paypal.call(PRODUCTS);
    await sandbox.control('chaos', { provider: 'paypal', mode: 'error' });

    expect(refusalOf(await paypal.call(PRODUCTS))).toMatchObject({ status: 500, name: 'INTERNAL_SERVER_ERROR' });
    await sandbox.control('chaos', { provider: 'paypal', mode: 'normal' });
  });
});
