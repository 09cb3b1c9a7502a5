import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCTION } from '../../../test/support/production-settings.js';
import { ConfigError, loadConfig } from './config.js';
import { envExample } from './env-example.js';
import { environmentSchema } from './environment.js';

const S3 = { S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };

const faultsOf = (environment: Record<string, string | undefined>): string[] => {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n').slice(1);
    throw error;
  }
  return [];
};

test('the least that production needs gives settings with the defaults of the contract', () => {
  const config = loadConfig(PRODUCTION);
  expect(config).toMatchObject({
    mode: 'production',
    publicOrigin: 'https://pictures.example.com',
    secureCookies: true,
    http: { host: '127.0.0.1', port: 3001, trustProxyHops: 1, docs: false },
    metrics: null,
    oauth: { google: { client: null, baseUrl: null }, github: { client: null, baseUrl: null, apiUrl: null } },
    mail: { smtpUrl: null },
    quota: { freeAllowance: 'both', freeMonthlyUnits: 50, inFlight: { free: 4, pro: 8, enterprise: 16 } },
  });
});

test('a setting that is set to nothing counts as not set', () => {
  const nothing = Object.fromEntries(Object.keys(environmentSchema.shape).map((name) => [name, '']));
  expect(loadConfig({ ...nothing, ...PRODUCTION })).toEqual(loadConfig(PRODUCTION));
});

test('mails have a sender whose replies arrive', () => {
  const SMTP_URL = 'smtps://mail.example';
  expect(faultsOf({ ...PRODUCTION, SMTP_URL })).toEqual([
    expect.stringMatching(/MAIL_FROM: must be an address of yours/),
  ]);
  expect(loadConfig({ ...PRODUCTION, SMTP_URL, MAIL_FROM: 'hello@pictures.example.com' }).mail.from).toBe(
    'hello@pictures.example.com',
  );
  expect(loadConfig({ ...PRODUCTION, SMTP_URL, APP_MODE: 'local' }).mail.from).toBe('no-reply@localhost');
});

test.each([
  ['no-reply@example.com', 'Lumina', 'no-reply@example.com'],
  ['Studio Noor <no-reply@example.com>', 'Studio Noor', 'no-reply@example.com'],
  ['"Noor, Inc." <no-reply@example.com>', 'Noor, Inc.', 'no-reply@example.com'],
  ['<no-reply@example.com>', 'Lumina', 'no-reply@example.com'],
])('the sender of mails may be %s', (MAIL_FROM, senderName, from) => {
  expect(loadConfig({ ...PRODUCTION, MAIL_FROM }).mail).toMatchObject({ senderName, from });
});

test.each([
  'lumina',
  'Lumina no-reply@example.com',
  'a@example.com, b@example.com',
  'Lumina <no-reply>',
  '@example.com',
])('the sender of mails cannot be %s', (MAIL_FROM) =>
  expect(faultsOf({ ...PRODUCTION, MAIL_FROM })).toEqual([expect.stringMatching(/MAIL_FROM: must be/)]),
);

test.each([
  'https://https://example.com',
  'https://example.com/studio',
  'https://example.com?a=1',
  'https://example.com#a',
  'https://me:secret@example.com',
])('PUBLIC_URL is an origin, not %s', (PUBLIC_URL) => {
  for (const APP_MODE of ['production', 'local'])
    expect(faultsOf({ ...PRODUCTION, PUBLIC_URL, APP_MODE }).join()).toMatch(/PUBLIC_URL: must be .* without a path/);
});

test('PayPal needs both halves of its client, and sends webhooks to the public address', () => {
  const PAYPAL_CLIENT_ID = 'client';
  expect(faultsOf({ ...PRODUCTION, PAYPAL_CLIENT_ID }).join()).toMatch(/PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET/);
  expect(loadConfig({ ...PRODUCTION, PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET: 'secret' }).payments.paypal).toMatchObject(
    {
      baseUrl: 'https://api-m.paypal.com',
      webhookUrl: 'https://pictures.example.com/api/webhooks/paypal',
    },
  );
  expect(loadConfig(PRODUCTION).payments.paypal).toBeNull();
});

describe('proxies', () => {
  const open = { ...PRODUCTION, HTTP_HOST: '0.0.0.0' };

  test.each(['0.0.0.0', '::', '10.0.0.5', 'api.internal'])(
    'must be named, or be none, where %s is open to other machines',
    (HTTP_HOST) => {
      expect(faultsOf({ ...open, HTTP_HOST })).toEqual([expect.stringMatching(/TRUSTED_PROXIES: is not set/)]);
      expect(faultsOf({ ...open, HTTP_HOST, TRUSTED_PROXIES: '10.0.0.7' })).toEqual([]);
      expect(faultsOf({ ...open, HTTP_HOST, TRUST_PROXY_HOPS: '0' })).toEqual([]);
    },
  );

  test('are addresses and networks', () => {
    const { http } = loadConfig({ ...open, TRUSTED_PROXIES: '10.0.0.7, 172.16.0.0/12,fd00::/8' });
    expect(http.trustedProxies).toEqual(['10.0.0.7', '172.16.0.0/12', 'fd00::/8']);
  });

  test.each(['proxy.example', '10.0.0.0/33', '10.0.0.7/', '10.0.0', '::/129', 'a,10.0.0.7'])(
    'cannot be %s',
    (TRUSTED_PROXIES) => expect(faultsOf({ ...open, TRUSTED_PROXIES }).join()).toMatch(/TRUSTED_PROXIES: must be/),
  );
});

describe('faults', () => {
  test('are told all at once, of one value and between values alike', () => {
    const faults = faultsOf({
      ...PRODUCTION,
      DATABASE_URL: 'mysql://db',
      REDIS_URL: undefined,
      APP_SECRET: 'short',
      HTTP_PORT: '70000',
      PUBLIC_URL: 'http://localhost:3000',
      GOOGLE_CLIENT_ID: 'only-half',
      API_DOCS: 'true',
    });
    for (const name of [
      'DATABASE_URL',
      'REDIS_URL',
      'APP_SECRET',
      'HTTP_PORT',
      'PUBLIC_URL',
      'GOOGLE_CLIENT_ID',
      'API_DOCS',
    ]) {
      expect(faults.filter((fault) => fault.includes(name))).not.toEqual([]);
    }
  });

  test('never repeat a secret', () => {
    expect(
      faultsOf({ ...PRODUCTION, APP_SECRET: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@db' }).join(),
    ).not.toContain('hunter2');
  });
});

test.each<[string, Record<string, string>]>([
  ['an address without encryption', { PUBLIC_URL: 'http://pictures.example.com' }],
  ['localhost', { PUBLIC_URL: 'https://localhost' }],
  ['a name of a local network', { PUBLIC_URL: 'https://studio' }],
  ['a loopback address', { PUBLIC_URL: 'https://127.0.0.1:3000' }],
  ['a loopback address of IPv6', { PUBLIC_URL: 'https://[::1]' }],
  ['another Google', { GOOGLE_BASE_URL: 'https://google.example' }],
  ['another PayPal', { PAYPAL_BASE_URL: 'https://api-m.sandbox.paypal.com' }],
  ['webhooks of PayPal elsewhere', { PAYPAL_WEBHOOK_URL: 'https://hooks.example' }],
  ['another GitHub', { GITHUB_BASE_URL: 'https://github.example', GITHUB_API_URL: 'https://api.github.example' }],
  ['the page of the API', { API_DOCS: 'true' }],
  ['webhooks to a network that is not public', { WEBHOOK_TEST_NETWORK: '127.0.0.2/32' }],
  ['half of a pair of keys', { GITHUB_CLIENT_SECRET: 's' }],
  ['a store that others can listen to', { ...S3, S3_ENDPOINT: 'http://store.example' }],
  ['a key in the address of the store', { ...S3, S3_ENDPOINT: 'https://id:secret@store.example' }],
  ['a store on the same machine without encryption', { ...S3, S3_ENDPOINT: 'http://127.0.0.1:9000' }],
  ['a bucket without its keys', { S3_BUCKET: 'pictures' }],
  ['a bucket without its secret, although there is a folder', { S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'id' }],
  ['a bucket without the id of its key', { S3_BUCKET: 'pictures', S3_SECRET_ACCESS_KEY: 'key' }],
  ['no place for images', { STORAGE_DIR: '' }],
  ['an nginx that sends what lies in a bucket', { ...S3, X_ACCEL_LOCATION: '/_pictures/' }],
  ['a place of nginx that is no path', { X_ACCEL_LOCATION: '_pictures/' }],
  ['a place of nginx that is no folder', { X_ACCEL_LOCATION: '/_pictures' }],
  ['a place of nginx that is all of it', { X_ACCEL_LOCATION: '/' }],
  ['a place of nginx that climbs', { X_ACCEL_LOCATION: '/_pictures/../' }],
  ['a place of nginx with letters that mean something there', { X_ACCEL_LOCATION: '/a b;{$c}/' }],
  ['one secret for two purposes', { IDENTITY_SECRET: PRODUCTION.APP_SECRET }],
  ['a well-known password of the database', { DATABASE_URL: 'postgres://app:postgres@db/app' }],
  ['a well-known password past the pooler', { DATABASE_DIRECT_URL: 'postgres://app:Password@db/app' }],
  ['a well-known password of Redis', { REDIS_URL: 'redis://:changeme@cache:6379' }],
  ['a secret that is not random', { APP_SECRET: 'a'.repeat(43) }],
  ['a secret of an account that is not random', { IDENTITY_SECRET: 'abc-'.repeat(11) }],
])('production refuses %s', (_, change) => {
  const faults = faultsOf({ ...PRODUCTION, ...change });
  expect(faults).not.toEqual([]);
  for (const fault of faults) expect(Object.keys(change).some((name) => fault.includes(name))).toBe(true);
});

test('local mode allows what stands on the same machine', () => {
  const local = {
    ...PRODUCTION,
    APP_MODE: 'local',
    PUBLIC_URL: 'http://localhost:3000',
    GOOGLE_BASE_URL: 'http://localhost:4000/google',
    API_DOCS: 'true',
  };
  expect(faultsOf(local)).toEqual([]);
  expect(loadConfig(local)).toMatchObject({ secureCookies: false, http: { docs: true } });
});

describe('payments', () => {
  const LIVE = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

  test.each([
    ['a test key', { STRIPE_SECRET_KEY: 'sk_test_1' }, /^ {2}- STRIPE_SECRET_KEY: a test key takes no money/],
    ['a restricted test key', { STRIPE_SECRET_KEY: 'rk_test_1' }, /^ {2}- STRIPE_SECRET_KEY: a test key/],
    ['a sandbox', { STRIPE_BASE_URL: 'https://stripe.example' }, /^ {2}- STRIPE_BASE_URL: only allowed in local mode/],
  ])('in production are never taken by %s', (_, setting, fault) => {
    expect(faultsOf({ ...PRODUCTION, ...LIVE, ...setting })).toEqual([expect.stringMatching(fault)]);
    expect(faultsOf({ ...PRODUCTION, ...LIVE, ...setting, APP_MODE: 'local' })).toEqual([]);
  });

  test('are asked for less than the three seconds in which a request is answered', () => {
    expect(loadConfig({ ...PRODUCTION, ...LIVE }).payments).toMatchObject({
      timeoutMs: 2500,
      stripe: { baseUrl: null },
    });
  });
});

describe('pictures', () => {
  test('lie on disk, or in a bucket as soon as one is named', () => {
    expect(loadConfig(PRODUCTION).storage).toEqual({
      kind: 'disk',
      dir: '/var/pictures',
      accelLocation: null,
    });
    expect(loadConfig({ ...PRODUCTION, ...S3 }).storage).toEqual({
      kind: 's3',
      bucket: 'pictures',
      region: 'us-east-1',
      endpoint: null,
      credentials: { accessKeyId: 'id', secretAccessKey: 'key' },
      forcePathStyle: true,
      prefix: '',
      delivery: 'presigned',
    });
  });

  test('in a bucket need the id of a key and its secret', () => {
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) {
      expect(faultsOf({ ...PRODUCTION, ...S3, [name]: '' })).toEqual([
        expect.stringContaining(`S3_BUCKET and ${name}`),
      ]);
    }
    const { S3_BUCKET: _, ...keys } = S3;
    expect(faultsOf({ ...PRODUCTION, ...keys })).toHaveLength(2);
  });

  test('on disk may be sent by the nginx in front', () => {
    expect(loadConfig({ ...PRODUCTION, X_ACCEL_LOCATION: '/_pictures/' }).storage).toMatchObject({
      kind: 'disk',
      accelLocation: '/_pictures/',
    });
  });

  test('in a bucket need no folder', () => {
    expect(faultsOf({ ...PRODUCTION, ...S3, STORAGE_DIR: undefined })).toEqual([]);
  });

  test.each(['lumina', 'lumina/'])('in a shared bucket lie below a prefix: %s', (S3_PREFIX) => {
    expect(loadConfig({ ...PRODUCTION, ...S3, S3_PREFIX }).storage).toMatchObject({ prefix: 'lumina/' });
  });

  test('of the local mode may travel unencrypted on this machine, and nowhere else', () => {
    const local = { ...PRODUCTION, ...S3, APP_MODE: 'local' };
    expect(faultsOf({ ...local, S3_ENDPOINT: 'http://localhost:3200/s3' })).toEqual([]);
    expect(faultsOf({ ...local, S3_ENDPOINT: 'http://192.168.1.5:9000' })).toHaveLength(1);
  });
});

test('.env.example is what the schema says (pnpm --filter @app/api env:example)', () => {
  expect(readFileSync(join(process.cwd(), '.env.example'), 'utf8')).toBe(envExample());
});

test('a setting that was renamed is refused with its new name', () => {
  expect(faultsOf({ ...PRODUCTION, INSTANCE_ID: 'main' })).toEqual(['  - INSTANCE_ID: is called INSTALLATION_ID now']);
});

test('metrics are served on loopback unless another address is set', () => {
  expect(loadConfig({ ...PRODUCTION, METRICS_PORT: '9100' }).metrics).toEqual({ host: '127.0.0.1', port: 9100 });
  const { metrics } = loadConfig({ ...PRODUCTION, METRICS_PORT: '9100', METRICS_HOST: '10.0.0.5' });
  expect(metrics).toEqual({ host: '10.0.0.5', port: 9100 });
});
