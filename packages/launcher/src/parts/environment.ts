import { join } from 'node:path';
import type { Variables } from '../settings/config.js';
import { DATA_PARTS, type Installation } from '../settings/installation.js';
import { readImageOrigin } from '../settings/image-store.js';
import type { Ports } from '../settings/ports.js';
import { needsSandbox, type Settings } from '../settings/settings.js';

export interface SandboxAddresses {
  adminPageUrl: string;
  inboxUrl: string;
  environment: Variables;
}

export interface LaunchContext {
  machine: Variables;
  userEnv: Variables;
  settings: Settings;
  installation: Installation;
  ports: Ports;
  databaseUrl: string;
  redisUrl: string;
  sandbox: SandboxAddresses | undefined;
}

const LOOPBACK = '127.0.0.1';
const GOOGLE_AVATARS = 'https://*.googleusercontent.com';
const GITHUB_AVATARS = 'https://avatars.githubusercontent.com';

const pick = (variables: Variables, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (variables[name] ? [[name, variables[name]]] : [])));

export const webOrigin = ({ settings, ports }: Pick<LaunchContext, 'settings' | 'ports'>): string =>
  settings.publicUrl ?? `http://localhost:${ports.web}`;

export const apiOrigin = (ports: Ports): string => `http://${LOOPBACK}:${ports.api}`;

/** `localhost` instead of 127.0.0.1, because browsers open this address too. */
export const sandboxOrigin = (ports: Ports): string => `http://localhost:${ports.sandbox}`;

function embeddedProviders({ settings, sandbox, ports }: LaunchContext): Record<string, string> {
  const { external } = settings;
  const replaced = [
    ...(external.google ? ['GOOGLE_'] : []),
    ...(external.github ? ['GITHUB_'] : []),
    ...(external.smtp ? ['SMTP_', 'MAIL_'] : []),
    ...(external.stripe ? ['STRIPE_'] : []),
    ...(external.paypal ? ['PAYPAL_'] : []),
  ];
  const offered = sandbox && {
    ...sandbox.environment,
    PAYPAL_WEBHOOK_URL: `${apiOrigin(ports)}/api/webhooks/paypal`,
  };
  return Object.fromEntries(
    Object.entries(offered ?? {}).filter(([name]) => !replaced.some((start) => name.startsWith(start))),
  );
}

export function apiEnvironment(context: LaunchContext, process: 'api' | 'worker'): Record<string, string> {
  const { machine, userEnv, settings, installation, ports, databaseUrl, redisUrl } = context;
  return {
    APP_SECRET: installation.appSecret,
    IDENTITY_SECRET: installation.identitySecret,
    INSTALLATION_ID: installation.instanceId,
    STORAGE_DIR: join(settings.dataDir, DATA_PARTS.storage),
    METRICS_PORT: String(process === 'api' ? ports.apiMetrics : ports.workerMetrics),
    TRUST_PROXY_HOPS: '1',
    ...machine,
    ...userEnv,
    ...embeddedProviders(context),
    NODE_ENV: 'production',
    APP_MODE: 'local',
    // The local web server does not support X-Accel-Redirect.
    X_ACCEL_LOCATION: '',
    HTTP_HOST: LOOPBACK,
    HTTP_PORT: String(ports.api),
    PUBLIC_URL: webOrigin(context),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
  };
}

export function sandboxEnvironment(context: LaunchContext): Record<string, string> {
  const { machine, userEnv, settings, ports } = context;
  return {
    ...machine,
    ...(userEnv['PRODUCT_NAME'] && { SANDBOX_APP_NAME: userEnv['PRODUCT_NAME'] }),
    SANDBOX_HOST: LOOPBACK,
    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_SMTP_PORT: String(ports.smtp),
    SANDBOX_DIR: join(settings.dataDir, DATA_PARTS.sandbox),
    SANDBOX_PUBLIC_URL: sandboxOrigin(ports),
    SANDBOX_REDIRECT_URIS: `${webOrigin(context)}/auth/callback`,
  };
}

export function webEnvironment(context: LaunchContext, webRoot: string): Record<string, string> {
  const { machine, userEnv, settings, ports } = context;
  const { external } = settings;
  const bucket = readImageOrigin(userEnv);
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
    WEB_PAGES_DIR: join(settings.dataDir, DATA_PARTS.pages),
    PUBLIC_URL: webOrigin(context),
    ...pick(userEnv, [
      'PRODUCT_NAME',
      'SUPPORT_EMAIL',
      'FREE_ALLOWANCE',
      'FREE_MONTHLY_CREDITS',
      'FEATURE_PUBLIC_API',
      'FEATURE_BATCH',
    ]),
    WEB_HOST: settings.webHost,
    WEB_PORT: String(ports.web),
    API_ORIGIN: apiOrigin(ports),
    IMAGE_ORIGINS: [...new Set(origins)].join(' '),
    WEB_HOST_NAMES: [new URL(webOrigin(context)).hostname, settings.webHost.toLowerCase()].join(' '),
    TRUST_PROXY_HOPS: userEnv['TRUST_PROXY_HOPS'] ?? '1',
    ...(userEnv['VITE_GA_ID'] && { VITE_GA_ID: userEnv['VITE_GA_ID'] }),
  };
}
