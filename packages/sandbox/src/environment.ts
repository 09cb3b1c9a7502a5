import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { SandboxOptions } from './sandbox.js';

export const defaultCacheDir = (): string =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'image-studio', 'sandbox');

export const childEnvironment = (overrides: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  ...overrides,
});

const Port = z.coerce.number().int().min(0).max(65_535);

const Settings = z.object({
  SANDBOX_DIR: z.string().min(1),
  SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
  SANDBOX_PORT: Port.default(0),
  SANDBOX_SMTP_PORT: Port.default(0),
  SANDBOX_PUBLIC_URL: z.url().optional(),
  /** Separated by commas. */
  SANDBOX_REDIRECT_URIS: z.string().default(''),
  SANDBOX_APP_NAME: z.string().min(1).optional(),
});

/** @throws Error that names every invalid setting */
export function readSandboxSettings(environment: NodeJS.ProcessEnv = process.env): SandboxOptions {
  const result = Settings.safeParse(environment);
  if (!result.success) {
    const faults = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new Error(`The sandbox's settings are wrong. ${faults.join('; ')}`);
  }
  const settings = result.data;
  return {
    dir: settings.SANDBOX_DIR,
    host: settings.SANDBOX_HOST,
    port: settings.SANDBOX_PORT,
    smtpPort: settings.SANDBOX_SMTP_PORT,
    clients: {
      redirectUris: settings.SANDBOX_REDIRECT_URIS.split(',').filter(Boolean),
      ...(settings.SANDBOX_APP_NAME !== undefined && { name: settings.SANDBOX_APP_NAME }),
    },
    ...(settings.SANDBOX_PUBLIC_URL !== undefined && { publicUrl: settings.SANDBOX_PUBLIC_URL }),
  };
}
