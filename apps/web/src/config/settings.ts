import {
  DEFAULT_FREE_ALLOWANCE,
  DEFAULT_FREE_MONTHLY_CREDITS,
  DEFAULT_PRODUCT_NAME,
  DEFAULT_SUPPORT_EMAIL,
  FREE_ALLOWANCES,
  type FreeAllowance,
} from '@app/contracts';

export interface WebSettings {
  /** Where the API answers: a path of our own origin or an absolute address, without a slash at the end. */
  apiBase: string;
  productName: string;
  /** Public address of the site, for canonical links; null = wherever it is opened. */
  siteUrl: string | null;
  /** Google Analytics 4 id; null = nothing is ever sent. */
  analyticsId: string | null;
  /** Where people write to. */
  supportEmail: string;
  freeAllowance: FreeAllowance;
  freeMonthlyCredits: number;
  /** Whether the public API is served; else its page announces it. */
  publicApi: boolean;
  /** Whether batches are served; else no plan promises them. */
  batch: boolean;
}

type RawSettings = Record<string, unknown>;

const text = (raw: RawSettings, name: string): string | null => {
  const value = raw[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
};

/** As the API reads it. */
const SWITCHED_OFF = /^(false|0|no|off|n|disabled)$/i;

const isOn = (raw: RawSettings, name: string): boolean => !SWITCHED_OFF.test(text(raw, name) ?? '');

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

/**
 * Checks the `VITE_…` variables of the build, and what the page says of its installation.
 * @throws Error naming every faulty variable at once
 */
export function readWebSettings(raw: RawSettings): WebSettings {
  const faults: string[] = [];
  const check = (name: string, value: string | null, pattern: RegExp, expected: string) => {
    if (value !== null && !pattern.test(value)) faults.push(`${name} must be ${expected}`);
    return value;
  };
  const apiBase = check('VITE_API_BASE', text(raw, 'VITE_API_BASE'), /^(\/|https?:\/\/)/, 'a path or an http address');
  const siteUrl = check('VITE_SITE_URL', text(raw, 'VITE_SITE_URL'), /^https?:\/\/[^/]+/, 'an http address');
  const analyticsId = check('VITE_GA_ID', text(raw, 'VITE_GA_ID'), /^G-[A-Z0-9]+$/, 'a Google Analytics 4 id (G-…)');
  if (faults.length > 0) throw new Error(`Wrong settings: ${faults.join('; ')}`);
  return {
    apiBase: withoutSlash(apiBase ?? '/api'),
    productName: text(raw, 'VITE_PRODUCT_NAME') ?? DEFAULT_PRODUCT_NAME,
    siteUrl: siteUrl === null ? null : withoutSlash(siteUrl),
    analyticsId,
    supportEmail: text(raw, 'SUPPORT_EMAIL') ?? DEFAULT_SUPPORT_EMAIL,
    freeAllowance: FREE_ALLOWANCES.find((known) => known === raw['FREE_ALLOWANCE']) ?? DEFAULT_FREE_ALLOWANCE,
    publicApi: isOn(raw, 'FEATURE_PUBLIC_API'),
    batch: isOn(raw, 'FEATURE_BATCH'),
    freeMonthlyCredits: Number(text(raw, 'FREE_MONTHLY_CREDITS') ?? DEFAULT_FREE_MONTHLY_CREDITS),
  };
}
