import type { PageVariables } from './publish-pages.js';

/** Settings of the local web server. */
export interface WebConfig {
  /** Folder of the built web app. */
  root: string;
  /** Folder for the pages, filled in; replaced at each start. */
  pagesDir: string;
  /** What the pages say of this installation. */
  variables: PageVariables;
  host: string;
  port: number;
  /** Where `/api/…` is answered. */
  apiOrigin: string;
  /** Origins beside our own that images may come from. */
  imageOrigins: readonly string[];
  /** Names by which people reach this server, beside localhost and IP addresses. */
  hostNames: readonly string[];
  /** Whether the web app was built with an id of Google Analytics. */
  hasAnalytics?: boolean;
  /** How many proxies stand in front of the API, this server included. */
  trustProxyHops: number;
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}

/** Reads the settings from the environment of this process. */
export const configFromProcess = (): WebConfig => ({
  root: required('WEB_ROOT'),
  pagesDir: required('WEB_PAGES_DIR'),
  variables: {
    PUBLIC_URL: required('PUBLIC_URL'),
    PRODUCT_NAME: process.env['PRODUCT_NAME'],
    SUPPORT_EMAIL: process.env['SUPPORT_EMAIL'],
    FREE_ALLOWANCE: process.env['FREE_ALLOWANCE'],
    FREE_MONTHLY_CREDITS: process.env['FREE_MONTHLY_CREDITS'],
    FEATURE_PUBLIC_API: process.env['FEATURE_PUBLIC_API'],
    FEATURE_BATCH: process.env['FEATURE_BATCH'],
  },
  host: required('WEB_HOST'),
  port: Number(required('WEB_PORT')),
  apiOrigin: required('API_ORIGIN'),
  imageOrigins: (process.env['IMAGE_ORIGINS'] ?? '').split(' ').filter(Boolean),
  hostNames: (process.env['WEB_HOST_NAMES'] ?? '').split(' ').filter(Boolean),
  hasAnalytics: Boolean(process.env['VITE_GA_ID']),
  trustProxyHops: Number(process.env['TRUST_PROXY_HOPS'] ?? 1),
});
