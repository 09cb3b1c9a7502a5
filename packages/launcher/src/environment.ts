import { join } from 'node:path';
import type { Variables } from './config.js';
import { DATA_PARTS, type Installation } from './installation.js';
import { pictureOrigin } from './picture-store.js';
import type { Ports } from './ports.js';
import { needsSandbox, type Settings } from './settings.js';

export interface SandboxAddresses {
  /** Its page for people. */
  adminPageUrl: string;
  /** Where the mails arrive. */
  inboxUrl: string;
  /** The variables with which the API reaches it. */
  environment: Variables;
}

/** What the environments of the parts are made of. */
export interface Surroundings {
  machine: Variables;
  person: Variables;
  settings: Settings;
  installation: Installation;
  ports: Ports;
  databaseUrl: string;
  redisUrl: string;
  /** What the sandbox says of itself; undefined without one. */
  sandbox: SandboxAddresses | undefined;
}

const LOOPBACK = '127.0.0.1';
const GOOGLE_AVATARS = 'https://*.googleusercontent.com';
const GITHUB_AVATARS = 'https://avatars.githubusercontent.com';

/** The web origin, as people type it. */
export const webOrigin = ({ settings, ports }: Pick<Surroundings, 'settings' | 'ports'>): string =>
  settings.publicUrl ?? `http://localhost:${ports.web}`;

export const apiOrigin = (ports: Ports): string => `http://${LOOPBACK}:${ports.api}`;

/** The sandbox's origin: `localhost`, since the browser goes there. */
export const sandboxOrigin = (ports: Ports): string => `http://localhost:${ports.sandbox}`;

/** Of what the sandbox offers, that which the person has not configured otherwise. */
function embeddedProviders({ settings, sandbox }: Surroundings): Record<string, string> {
  const { external } = settings;
  const replaced = [
    ...(external.google ? ['GOOGLE_'] : []),
    ...(external.github ? ['GITHUB_'] : []),
    ...(external.smtp ? ['SMTP_', 'MAIL_'] : []),
    ...(external.stripe ? ['STRIPE_'] : []),
  ];
  return Object.fromEntries(
    Object.entries(sandbox?.environment ?? {}).filter(([name]) => !replaced.some((start) => name.startsWith(start))),
  );
}

/**
 * The environment of the API and the worker: what the person set is handed on, what they left open is filled with the
 * embedded part.
 */
export function apiEnvironment(around: Surroundings, process: 'api' | 'worker'): Record<string, string> {
  const { machine, person, settings, installation, ports, databaseUrl, redisUrl } = around;
  return {
    APP_SECRET: installation.appSecret,
    IDENTITY_SECRET: installation.identitySecret,
    INSTALLATION_ID: installation.instanceId,
    STORAGE_DIR: join(settings.dataDir, DATA_PARTS.storage),
    METRICS_PORT: String(process === 'api' ? ports.apiMetrics : ports.workerMetrics),
    TRUST_PROXY_HOPS: '1',
    ...machine,
    ...person,
    ...embeddedProviders(around),
    NODE_ENV: 'production',
    APP_MODE: 'local',
    // The web server that is started here is no nginx.
    X_ACCEL_LOCATION: '',
    HTTP_HOST: LOOPBACK,
    HTTP_PORT: String(ports.api),
    PUBLIC_URL: webOrigin(around),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
  };
}

/** The environment of the sandbox. */
export function sandboxEnvironment(around: Surroundings): Record<string, string> {
  const { machine, person, settings, ports } = around;
  return {
    ...machine,
    ...(person['PRODUCT_NAME'] && { SANDBOX_APP_NAME: person['PRODUCT_NAME'] }),
    SANDBOX_HOST: LOOPBACK,
    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_SMTP_PORT: String(ports.smtp),
    SANDBOX_DIR: join(settings.dataDir, DATA_PARTS.sandbox),
    SANDBOX_PUBLIC_URL: sandboxOrigin(ports),
    SANDBOX_REDIRECT_URIS: `${webOrigin(around)}/auth/callback`,
  };
}

/** The environment of the web server. */
export function webEnvironment(around: Surroundings, webRoot: string): Record<string, string> {
  const { machine, person, settings, ports } = around;
  const { external } = settings;
  const bucket = pictureOrigin(person);
  const origins = [
    ...(needsSandbox(settings, ports.sandbox) ? [sandboxOrigin(ports)] : []),
    ...(external.google ? [GOOGLE_AVATARS] : []),
    ...(external.github ? [GITHUB_AVATARS] : []),
    ...(bucket ? [bucket] : []),
  ];
  return {
    ...machine,
    NODE_ENV: 'production',
    WEB_ROOT: webRoot,
    WEB_HOST: settings.webHost,
    WEB_PORT: String(ports.web),
    API_ORIGIN: apiOrigin(ports),
    IMAGE_ORIGINS: [...new Set(origins)].join(' '),
    TRUST_PROXY_HOPS: person['TRUST_PROXY_HOPS'] ?? '1',
  };
}
