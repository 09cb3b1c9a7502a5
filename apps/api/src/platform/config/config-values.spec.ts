import { describe, expect, test } from '@jest/globals';
import { PRODUCTION } from '../../../test/support/production-settings.js';
import { loadConfig, type Config } from './config.js';

const configOf = (more: Record<string, string | undefined>): Config => loadConfig({ ...PRODUCTION, ...more });
/** Each fault in its own words, in their order. */
const faultsOf = (more: Record<string, string | undefined>): string[] => {
  try {
    configOf(more);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').map((line) => line.replace('  - ', ''));
  }
};
const HEAD = 'The settings cannot be used:';

test.each<[Record<string, string | undefined>, string]>([
  [{ REDIS_URL: '' }, 'REDIS_URL: is not set'],
  [{ REDIS_URL: undefined }, 'REDIS_URL: is not set'],
  [{ PUBLIC_URL: 'http://a.example' }, 'PUBLIC_URL: must be https outside local mode'],
  [{ PUBLIC_URL: 'https://a.localhost' }, 'PUBLIC_URL: must not be a loopback address outside local mode'],
  [{ GOOGLE_API_URL: 'https://a.example' }, 'GOOGLE_API_URL: only allowed in local mode (APP_MODE=local)'],
  [{ WEBUI_MODELS: 'sd3.5-large' }, 'WEBUI_MODELS: means nothing without WEBUI_URL'],
  [{ STORAGE_DIR: '' }, 'STORAGE_DIR: is not set, and neither is S3_BUCKET'],
  [{ GOOGLE_CLIENT_ID: 'a' }, 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: set both or none'],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET: set both or none'],
  [{ FAIL_POINTS_DIR: '/tmp/a' }, 'FAIL_POINTS_DIR: only allowed in test runs (APP_MODE=test)'],
  [{ FAIL_POINTS_DIR: '/tmp/a', APP_MODE: 'local' }, 'FAIL_POINTS_DIR: only allowed in test runs (APP_MODE=test)'],
  [{ IDENTITY_SECRET: PRODUCTION.APP_SECRET }, 'APP_SECRET and IDENTITY_SECRET: must differ'],
  [{ APP_SECRET: 'a'.repeat(43) }, 'APP_SECRET: is not random; only allowed in local mode (APP_MODE=local)'],
])('the settings %j have one fault: %s', (more, fault) => {
  expect(faultsOf(more)).toEqual([HEAD, fault]);
});

describe.each([
  ['DATABASE_URL', 'postgres'],
  ['DATABASE_DIRECT_URL', 'postgresql'],
  ['REDIS_URL', 'redis'],
])('%s', (name, scheme) => {
  test.each([
    ['has a percent sign that encodes nothing', `${scheme}://user:hunter2%zz@host/0`],
    ['has such a user', `${scheme}://us%er:hunter2@host/0`],
    ['has a slash in its password', `${scheme}://user:hun/ter2@host/0`],
    ['has a hash sign in its password', `${scheme}://user:hun#ter2@host/0`],
    ['has no slashes', `${scheme}:hunter2`],
    ['is of another service', 'mysql://user:hunter2@host/0'],
  ])('that %s is refused under its name, without its value', (_, value) => {
    const fault = `${name}: must be an address that begins with ${scheme.slice(0, 5)}`;
    for (const APP_MODE of ['production', 'local']) {
      const faults = faultsOf({ [name]: value, APP_MODE });
      expect(faults).toEqual([HEAD, expect.stringContaining(fault)]);
      expect(faults.join()).toMatch(/; percent-encode user and password$/);
      expect(faults.join()).not.toMatch(/hun|ter2/);
    }
  });

  test.each([`${scheme}://us%40er:p%2Fw%25@host:1/0`, `${scheme}://[::1]`])('can be %s', (value) =>
    expect(faultsOf({ [name]: value })).toEqual([]),
  );
});

test('a database at a socket may have user and password, and a well-known one is refused there, too', () => {
  const at = (password: string) => ({ DATABASE_URL: `postgres://app:${password}@/app?host=/run/postgresql` });
  expect(faultsOf(at('secret'))).toEqual([]);
  expect(faultsOf({ DATABASE_URL: 'postgres:///app?host=/run/postgresql' })).toEqual([]);
  expect(faultsOf(at('postgres'))).toEqual([HEAD, expect.stringMatching(/^DATABASE_URL: has a well-known password/)]);
});

test('a mail server whose address cannot be read is refused without its value', () => {
  const fault = 'SMTP_URL: must be an address that begins with smtp://; percent-encode user and password';
  for (const SMTP_URL of ['smtp://user:hun/ter2@host', 'mail.example.com:25'])
    expect(faultsOf({ SMTP_URL })).toEqual([HEAD, fault]);
});

test('secrets that are missing are told as missing, and not as alike or weak', () => {
  const missing = { APP_SECRET: undefined, IDENTITY_SECRET: undefined };
  expect(faultsOf(missing)).toEqual([HEAD, 'APP_SECRET: is not set', 'IDENTITY_SECRET: is not set']);
});

test('a public address is judged where it can be read', () => {
  for (const PUBLIC_URL of [undefined, 'nowhere'])
    expect(faultsOf({ PUBLIC_URL })).toEqual([HEAD, expect.stringMatching(/^PUBLIC_URL: /)]);
});

test('what only tests and sandboxes need is allowed to them', () => {
  expect(configOf({ FAIL_POINTS_DIR: '/tmp/a', APP_MODE: 'test' }).failPointsDir).toBe('/tmp/a');
  expect(configOf({ WEBHOOK_TEST_NETWORK: '127.0.0.2/32', APP_MODE: 'local' }).webhookTestNetwork).toBe('127.0.0.2/32');
  expect(configOf({})).toMatchObject({ failPointsDir: null, webhookTestNetwork: null });
});

describe('addresses', () => {
  test('of the database are one, unless there is a pooler', () => {
    const { DATABASE_URL: url } = PRODUCTION;
    expect(configOf({}).database).toMatchObject({ url, directUrl: url });
    const DATABASE_DIRECT_URL = 'postgres://app:secret@past/app';
    expect(configOf({ DATABASE_DIRECT_URL }).database).toMatchObject({ url, directUrl: DATABASE_DIRECT_URL });
  });

  test('of payment sandboxes are named as such', () => {
    const STRIPE = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    const PAYPAL = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret', PRODUCT_NAME: 'Pictures' };
    const { stripe, paypal } = configOf({ ...STRIPE, ...PAYPAL }).payments;
    expect([stripe?.isSandbox, paypal?.isSandbox, paypal?.brand]).toEqual([false, false, 'Pictures']);
    const sandbox = configOf({
      ...STRIPE,
      ...PAYPAL,
      APP_MODE: 'local',
      STRIPE_BASE_URL: 'http://localhost:4000/stripe',
      PAYPAL_BASE_URL: 'http://localhost:4000/paypal//',
      PAYPAL_WEBHOOK_URL: 'http://localhost:3001/hook',
    }).payments;
    expect(sandbox.stripe).toMatchObject({ baseUrl: 'http://localhost:4000/stripe', isSandbox: true });
    expect(sandbox.paypal).toMatchObject({
      baseUrl: 'http://localhost:4000/paypal',
      webhookUrl: 'http://localhost:3001/hook',
      isSandbox: true,
    });
  });

  test('of sign-in providers are their own, unless a sandbox stands in', () => {
    const client = { clientId: 'id', clientSecret: 'secret' };
    const GITHUB = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' };
    expect(configOf(GITHUB).oauth).toEqual({
      google: { client: null, baseUrl: null, apiUrl: null },
      github: { client, baseUrl: null, apiUrl: null },
    });
    const [GITHUB_BASE_URL, GITHUB_API_URL] = ['http://localhost:4000/github', 'http://localhost:4000/api'];
    const { github } = configOf({ ...GITHUB, APP_MODE: 'local', GITHUB_BASE_URL, GITHUB_API_URL }).oauth;
    expect(github).toEqual({ client, baseUrl: GITHUB_BASE_URL, apiUrl: GITHUB_API_URL });
  });
});

test('traces have the address and the headers that were set, decoded', () => {
  expect(configOf({}).tracing).toBeNull();
  const traced = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc=, tenant = one',
    APP_VERSION: '1.2',
  };
  expect(faultsOf(traced)).toEqual([HEAD, expect.stringMatching(/^OTEL_EXPORTER_OTLP_HEADERS: must be name=value/)]);
  const OTEL_EXPORTER_OTLP_HEADERS = 'authorization=Basic%20abc=,tenant= one ';
  expect(configOf({ ...traced, OTEL_EXPORTER_OTLP_HEADERS }).tracing).toEqual({
    endpoint: 'http://collector:4318',
    headers: { authorization: 'Basic abc=', tenant: 'one' },
    ratio: 1,
    version: '1.2',
  });
  expect(configOf({ ...traced, OTEL_EXPORTER_OTLP_HEADERS: '' }).tracing?.headers).toEqual({});
  expect(faultsOf({ ...traced, OTEL_EXPORTER_OTLP_HEADERS: 'tenant=one,key=hunter2%zz' })).toEqual([
    HEAD,
    'OTEL_EXPORTER_OTLP_HEADERS: values must be percent-encoded',
  ]);
});
