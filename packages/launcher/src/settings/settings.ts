import { isAbsolute, resolve } from 'node:path';
import type { Variables } from './config.js';

export class SettingsError extends Error {
  constructor(faults: readonly string[]) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'SettingsError';
  }
}

export interface Settings {
  dataDir: string;
  webHost: string;
  webPort: number | undefined;
  publicUrl: string | undefined;
  external: Record<'database' | 'redis' | 'google' | 'github' | 'smtp' | 'stripe' | 'paypal', boolean>;
  sandboxUrls: Variables;
}

const PROVIDERS = ['GOOGLE', 'GITHUB', 'PAYPAL'] as const;

function findFaults(variables: Variables): string[] {
  const faults: string[] = [];
  for (const name of PROVIDERS) {
    if (Boolean(variables[`${name}_CLIENT_ID`]) !== Boolean(variables[`${name}_CLIENT_SECRET`])) {
      faults.push(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET: set both or none.`);
    }
  }
  const { WEB_PORT, PUBLIC_URL, SMTP_URL, MAIL_FROM } = variables;
  if (SMTP_URL && !MAIL_FROM) faults.push('MAIL_FROM: SMTP_URL needs the address that mails come from.');
  if (WEB_PORT && !(/^\d+$/.test(WEB_PORT) && Number(WEB_PORT) > 0 && Number(WEB_PORT) < 65_536)) {
    faults.push(`WEB_PORT: ${WEB_PORT} is not a port number.`);
  }
  if (PUBLIC_URL && !(URL.canParse(PUBLIC_URL) && /^https?:$/.test(new URL(PUBLIC_URL).protocol))) {
    faults.push(`PUBLIC_URL: ${PUBLIC_URL} is not an http or https address.`);
  }
  return faults;
}

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;
/** The path in the sandbox of services that the API does not use by default. */
const OFFERED = { STABILITY_BASE_URL: '/stability', WEBUI_URL: '/webui', S3_ENDPOINT: '/s3' };

function findSandboxUrls(variables: Variables): Variables {
  const leadsThere = (address: string, path: string): boolean => {
    if (!URL.canParse(address)) return false;
    const { hostname, pathname } = new URL(address);
    return LOOPBACK.test(hostname) && `${pathname}/`.startsWith(`${path}/`);
  };
  const found = Object.entries(OFFERED).flatMap(([name, path]): [string, string][] => {
    const address = variables[name];
    return address !== undefined && leadsThere(address, path) ? [[name, address]] : [];
  });
  return Object.fromEntries(found);
}

/** Relative paths start at `root`. @throws SettingsError */
export function readSettings(variables: Variables, root: string): Settings {
  const faults = findFaults(variables);
  if (faults.length > 0) throw new SettingsError(faults);
  const { DATA_DIR = '.data', WEB_HOST = 'localhost', WEB_PORT, PUBLIC_URL } = variables;
  return {
    dataDir: isAbsolute(DATA_DIR) ? DATA_DIR : resolve(root, DATA_DIR),
    webHost: WEB_HOST,
    webPort: WEB_PORT ? Number(WEB_PORT) : undefined,
    publicUrl: PUBLIC_URL ? new URL(PUBLIC_URL).origin : undefined,
    external: {
      database: Boolean(variables['DATABASE_URL']),
      redis: Boolean(variables['REDIS_URL']),
      google: Boolean(variables['GOOGLE_CLIENT_ID']),
      github: Boolean(variables['GITHUB_CLIENT_ID']),
      smtp: Boolean(variables['SMTP_URL']),
      stripe: Boolean(variables['STRIPE_SECRET_KEY']),
      paypal: Boolean(variables['PAYPAL_CLIENT_ID']),
    },
    sandboxUrls: findSandboxUrls(variables),
  };
}

export function exactPortReason({ external, publicUrl }: Settings): string | undefined {
  if (external.google && external.github) return 'the redirect addresses registered at Google and GitHub are exact';
  if (external.google) return 'the redirect address registered at Google is exact';
  if (external.github) return 'the redirect address registered at GitHub is exact';
  return publicUrl ? 'PUBLIC_URL says under which address it is reached' : undefined;
}

const portOf = (address: string): number => Number(new URL(address).port);

export const needsSandbox = ({ external, sandboxUrls }: Settings, port: number): boolean =>
  !external.google ||
  !external.github ||
  !external.smtp ||
  (!external.stripe && !external.paypal) ||
  Object.values(sandboxUrls).some((address) => portOf(address) === port);

export const findOtherSandboxUrls = ({ sandboxUrls }: Settings, port: number): string[] =>
  Object.entries(sandboxUrls).flatMap(([name, address]) => (portOf(address) === port ? [] : [name]));
