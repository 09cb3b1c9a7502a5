import { describe, expect, it } from '@jest/globals';
import { apiEnvironment, sandboxEnvironment, webEnvironment, type Surroundings } from './environment.js';
import { USUAL_PORTS } from './ports.js';
import { readSettings } from './settings.js';

const google = { GOOGLE_CLIENT_ID: 'real', GOOGLE_CLIENT_SECRET: 'real-secret' };

function around(person: Record<string, string> = {}): Surroundings {
  return {
    machine: { PATH: '/bin' },
    person,
    settings: readSettings(person, '/repo'),
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
      },
    },
  };
}

describe('the environment of the API', () => {
  it('is production in the named local mode, with what is embedded', () => {
    expect(apiEnvironment(around(), 'api')).toMatchObject({
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

  it('hands on what the person set, and lets it win over what is generated', () => {
    const person = { FREE_ALLOWANCE: 'daily', LOG_LEVEL: 'debug', APP_SECRET: 'mine', STORAGE_DIR: '/pictures' };
    expect(apiEnvironment(around(person), 'worker')).toMatchObject(person);
  });

  it('never lets the person move what the launcher itself arranges', () => {
    const person = {
      APP_MODE: 'production',
      HTTP_HOST: '0.0.0.0',
      NODE_ENV: 'development',
      X_ACCEL_LOCATION: '/_pictures/',
    };
    expect(apiEnvironment(around(person), 'api')).toMatchObject({
      APP_MODE: 'local',
      HTTP_HOST: '127.0.0.1',
      X_ACCEL_LOCATION: '',
    });
  });

  it('keeps every address of the sandbox away from a provider that is real', () => {
    const environment = apiEnvironment(around(google), 'api');
    expect(environment).toMatchObject({ GOOGLE_CLIENT_ID: 'real', GITHUB_CLIENT_ID: 'sandbox' });
    expect(environment).not.toHaveProperty('GOOGLE_BASE_URL');
  });

  it('has a metrics port for each process', () => {
    const ports = (['api', 'worker'] as const).map((name) => apiEnvironment(around(), name)['METRICS_PORT']);
    expect(new Set(ports).size).toBe(2);
  });
});

describe('the environment of the sandbox', () => {
  it('names the redirect address of the web app, wherever that is', () => {
    const moved = { ...around(), ports: { ...USUAL_PORTS, web: 3007 } };
    expect(sandboxEnvironment(moved)['SANDBOX_REDIRECT_URIS']).toBe('http://localhost:3007/auth/callback');
    const named = around({ PUBLIC_URL: 'http://192.168.1.5:3000/' });
    expect(sandboxEnvironment(named)['SANDBOX_REDIRECT_URIS']).toBe('http://192.168.1.5:3000/auth/callback');
  });
});

describe('the environment of the web server', () => {
  it('holds no secret of the person', () => {
    const values = Object.values(webEnvironment(around(google), '/repo/web'));
    expect(values).not.toContain('real-secret');
    expect(values).not.toContain('app');
  });

  it('names the bucket where pictures come from, and no key of it', () => {
    const bucket = { S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'the-id', S3_SECRET_ACCESS_KEY: 'the-secret' };
    const elsewhere = webEnvironment(around({ ...bucket, S3_ENDPOINT: 'https://store.example' }), '/w');
    expect(elsewhere['IMAGE_ORIGINS']).toBe('http://localhost:3200 https://store.example');
    expect(Object.values(elsewhere)).not.toContain('the-id');
    expect(Object.values(elsewhere)).not.toContain('the-secret');
    const atSandbox = webEnvironment(around({ ...bucket, S3_ENDPOINT: 'http://localhost:3200/s3' }), '/w');
    expect(atSandbox['IMAGE_ORIGINS']).toBe('http://localhost:3200');
    const proxied = webEnvironment(around({ ...bucket, S3_DELIVERY: 'proxy' }), '/w');
    expect(proxied['IMAGE_ORIGINS']).toBe('http://localhost:3200');
  });

  it('says whether pages may send analytics', () => {
    expect(webEnvironment(around({ VITE_GA_ID: 'G-TEST1' }), '/w')['VITE_GA_ID']).toBe('G-TEST1');
    expect(webEnvironment(around(), '/w')).not.toHaveProperty('VITE_GA_ID');
  });

  it('names where avatars come from', () => {
    expect(webEnvironment(around(), '/w')['IMAGE_ORIGINS']).toBe('http://localhost:3200');
    expect(webEnvironment(around(google), '/w')['IMAGE_ORIGINS']).toBe(
      'http://localhost:3200 https://*.googleusercontent.com',
    );
  });
});
