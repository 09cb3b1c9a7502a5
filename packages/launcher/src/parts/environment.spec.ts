import { describe, expect, it } from '@jest/globals';
import { apiEnvironment, sandboxEnvironment, webEnvironment, type LaunchContext } from './environment.js';
import { USUAL_PORTS } from '../settings/ports.js';
import { readSettings } from '../settings/settings.js';

const google = { GOOGLE_CLIENT_ID: 'real', GOOGLE_CLIENT_SECRET: 'real-secret' };

function contextOf(userEnv: Record<string, string> = {}): LaunchContext {
  return {
    machine: { PATH: '/bin' },
    userEnv,
    settings: readSettings(userEnv, '/repo'),
    installation: { appSecret: 'app', identitySecret: 'identity', instanceId: 'abcd1234' },
    ports: USUAL_PORTS,
    databaseUrl: 'postgres://here',
    redisUrl: 'redis://here',
    sandbox: {
      adminPageUrl: 'http://localhost:3200/desk',
      inboxUrl: 'http://localhost:3200/mail',
      environment: {
        GOOGLE_CLIENT_ID: 'sandbox',
        GOOGLE_BASE_URL: 'http://localhost:3200/google',
        GITHUB_CLIENT_ID: 'sandbox',
        GITHUB_BASE_URL: 'http://localhost:3200/github',
        GITHUB_API_URL: 'http://localhost:3200/github/api',
        SMTP_URL: 'smtp://127.0.0.1:3210',
        PAYPAL_CLIENT_ID: 'sandbox',
        PAYPAL_BASE_URL: 'http://localhost:3200/paypal',
      },
    },
  };
}

describe('the environment of the API', () => {
  it('sets production, local mode and the embedded services', () => {
    expect(apiEnvironment(contextOf(), 'api')).toMatchObject({
      NODE_ENV: 'production',
      APP_MODE: 'local',
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: '3100',
      PUBLIC_URL: 'http://localhost:3000',
      STORAGE_DIR: '/repo/.data/storage',
      APP_SECRET: 'app',
      INSTALLATION_ID: 'abcd1234',
      GITHUB_API_URL: 'http://localhost:3200/github/api',
    });
  });

  it('passes user variables on and prefers them to generated values', () => {
    const userEnv = { FREE_ALLOWANCE: 'daily', LOG_LEVEL: 'debug', APP_SECRET: 'mine', STORAGE_DIR: '/pictures' };
    expect(apiEnvironment(contextOf(userEnv), 'worker')).toMatchObject(userEnv);
  });

  it('ignores user variables that the launcher controls', () => {
    const userEnv = {
      APP_MODE: 'production',
      HTTP_HOST: '0.0.0.0',
      NODE_ENV: 'development',
      X_ACCEL_LOCATION: '/_pictures/',
    };
    expect(apiEnvironment(contextOf(userEnv), 'api')).toMatchObject({
      APP_MODE: 'local',
      HTTP_HOST: '127.0.0.1',
      X_ACCEL_LOCATION: '',
    });
  });

  it('passes no sandbox address to a real provider', () => {
    const environment = apiEnvironment(contextOf(google), 'api');
    expect(environment).toMatchObject({ GOOGLE_CLIENT_ID: 'real', GITHUB_CLIENT_ID: 'sandbox' });
    expect(environment).not.toHaveProperty('GOOGLE_BASE_URL');
  });

  it('tells the sandbox of PayPal the address of the API, and real PayPal nothing', () => {
    const PAYPAL_WEBHOOK_URL = 'http://127.0.0.1:3100/api/webhooks/paypal';
    expect(apiEnvironment(contextOf(), 'api')).toMatchObject({ PAYPAL_CLIENT_ID: 'sandbox', PAYPAL_WEBHOOK_URL });
    const real = apiEnvironment(contextOf({ PAYPAL_CLIENT_ID: 'real', PAYPAL_CLIENT_SECRET: 'secret' }), 'api');
    expect(real).toMatchObject({ PAYPAL_CLIENT_ID: 'real' });
    for (const name of ['PAYPAL_BASE_URL', 'PAYPAL_WEBHOOK_URL']) expect(real).not.toHaveProperty(name);
  });

  it('sets a metrics port per process', () => {
    const ports = (['api', 'worker'] as const).map((name) => apiEnvironment(contextOf(), name)['METRICS_PORT']);
    expect(new Set(ports).size).toBe(2);
  });
});

describe('the environment of the sandbox', () => {
  it('contains the redirect address of the web app', () => {
    const moved = { ...contextOf(), ports: { ...USUAL_PORTS, web: 3007 } };
    expect(sandboxEnvironment(moved)['SANDBOX_REDIRECT_URIS']).toBe('http://localhost:3007/auth/callback');
    const named = contextOf({ PUBLIC_URL: 'http://192.168.1.5:3000/' });
    expect(sandboxEnvironment(named)['SANDBOX_REDIRECT_URIS']).toBe('http://192.168.1.5:3000/auth/callback');
  });
});

describe('the environment of the web server', () => {
  it('contains no secret of the user', () => {
    const values = Object.values(webEnvironment(contextOf(google), '/repo/web'));
    expect(values).not.toContain('real-secret');
    expect(values).not.toContain('app');
  });

  it("contains the origin of the user's bucket, but not its keys", () => {
    const bucket = { S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'the-id', S3_SECRET_ACCESS_KEY: 'the-secret' };
    const elsewhere = webEnvironment(contextOf({ ...bucket, S3_ENDPOINT: 'https://store.example' }), '/w');
    expect(elsewhere['IMAGE_ORIGINS']).toBe('http://localhost:3200 https://store.example');
    expect(Object.values(elsewhere)).not.toContain('the-id');
    expect(Object.values(elsewhere)).not.toContain('the-secret');
    const atSandbox = webEnvironment(contextOf({ ...bucket, S3_ENDPOINT: 'http://localhost:3200/s3' }), '/w');
    expect(atSandbox['IMAGE_ORIGINS']).toBe('http://localhost:3200');
    const proxied = webEnvironment(contextOf({ ...bucket, S3_DELIVERY: 'proxy' }), '/w');
    expect(proxied['IMAGE_ORIGINS']).toBe('http://localhost:3200');
  });

  it('says where people write to', () => {
    const environment = webEnvironment(contextOf({ SUPPORT_EMAIL: 'help@studio.example' }), '/w');
    expect(environment['SUPPORT_EMAIL']).toBe('help@studio.example');
  });

  it('contains the names by which people reach it', () => {
    const names = (userEnv: Record<string, string>) => webEnvironment(contextOf(userEnv), '/w')['WEB_HOST_NAMES'];
    expect(names({ PUBLIC_URL: 'https://studio.example:8443' })).toBe('studio.example localhost');
    expect(names({ WEB_HOST: 'Workshop.local' })).toBe('localhost workshop.local');
  });

  it('says whether pages may send analytics', () => {
    expect(webEnvironment(contextOf({ VITE_GA_ID: 'G-TEST1' }), '/w')['VITE_GA_ID']).toBe('G-TEST1');
    expect(webEnvironment(contextOf(), '/w')).not.toHaveProperty('VITE_GA_ID');
  });

  it('contains the origins of avatars', () => {
    expect(webEnvironment(contextOf(), '/w')['IMAGE_ORIGINS']).toBe('http://localhost:3200');
    expect(webEnvironment(contextOf(google), '/w')['IMAGE_ORIGINS']).toBe(
      'http://localhost:3200 https://*.googleusercontent.com',
    );
  });
});
