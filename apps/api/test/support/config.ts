import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, type Config } from '../../src/platform/config/config.js';

const key = (letter: string): string => Buffer.alloc(32, letter).toString('base64url');

/** Settings of specs that need neither; nothing listens there. */
const NO_DATABASE = 'postgres://postgres@127.0.0.1:1/none';
const NO_REDIS = 'redis://127.0.0.1:1';

/** Long, because machines of CI pause for seconds. */
export const WAIT_MS = 20_000;

/** Where tests keep files that nobody needs afterwards. */
export const FILES_DIR = process.env.TEST_FILES_DIR ?? tmpdir();

/** Of one test file, because all share a Redis: the job of another would have its workers take what is to wait. */
const INSTALLATION_ID = `t${randomBytes(6).toString('hex')}`;

/** Longer than any test file takes. */
const NEVER_SECONDS = 86_400;

/**
 * Settings for tests: the run's Postgres and Redis, everything else as in local mode. Redis databases are shared. Nothing
 * is swept unless a test asks for it, or the moment would decide which rows it finds.
 */
export function testConfig(environment: Record<string, string> = {}): Config {
  const config = loadConfig({
    NODE_ENV: 'test',
    APP_MODE: 'test',
    INSTALLATION_ID,
    PUBLIC_URL: 'http://localhost:3000',
    HTTP_PORT: '0',
    DATABASE_URL: process.env.TEST_DATABASE_URL ?? NO_DATABASE,
    DATABASE_WAIT_MS: String(WAIT_MS),
    PAYMENT_TIMEOUT_MS: String(WAIT_MS),
    OAUTH_TIMEOUT_MS: String(WAIT_MS),
    // Nothing listens there, where a web app of this machine may.
    PAYPAL_WEBHOOK_URL: 'http://127.0.0.1:9/webhooks/paypal',
    REDIS_URL: process.env.TEST_REDIS_URL ?? NO_REDIS,
    APP_SECRET: key('a'),
    IDENTITY_SECRET: key('i'),
    STORAGE_DIR: join(FILES_DIR, `pictures-${process.pid}-${process.env.JEST_WORKER_ID ?? '0'}`),
    LOG_LEVEL: 'silent',
    ...environment,
  });
  if ('SWEEP_SECONDS' in environment) return config;
  return { ...config, generation: { ...config.generation, sweepSeconds: NEVER_SECONDS } };
}
