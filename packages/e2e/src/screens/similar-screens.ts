import { SCREENS } from './screens.js';
import type { Screen } from './view.js';

/** The screens after a name show the parts of that screen with other texts. Only the proof checks them. */
const SIMILAR: Readonly<Record<string, readonly string[]>> = {
  home: ['home-signed-in'],
  'callback-denied': ['callback-expired', 'callback-network'],
  'generate-filled': ['generate-empty'],
  'generate-dalle': ['generate-too-long'],
  'generate-running': ['running-late'],
  compare: ['compare-ratios'],
  history: ['history-no-match'],
  'engine-down-one': ['engine-down-all'],
  'refused-engine': ['refused-backlog', 'refused-rate'],
  partial: ['partial-filtered'],
  'failed-rejected': ['failed-wide'],
  'gallery-empty': ['favorites-empty'],
  'gallery-loading': ['favorites-loading'],
  'gallery-error': ['favorites-error'],
  'gallery-filtered-empty': ['gallery-page-gone'],
  'gallery-selecting': ['gallery-selecting-none', 'gallery-selecting-pages', 'favorites-selecting'],
  'details-question': ['gallery-question', 'gallery-take-back'],
  details: ['details-alone'],
  'gallery-menu': ['details-menu'],
  'gallery-offline': ['details-offline', 'bonus-offline'],
  'archive-packing': ['archive-waiting', 'archive-saved'],
  'bonus-claimed': ['bonus-already'],
  'bonus-next': ['bonus-full'],
  statement: ['statement-filtered'],
  'deletion-proof': ['deletion-reading'],
  'shared-gone': ['shared-invalid', 'shared-expired', 'shared-lost'],
  'share-dialog-selected': ['share-dialog-stopped'],
  subscription: ['subscription-cancelled', 'subscription-pending'],
  'payment-declined': ['payment-left', 'payment-failed'],
  'payment-waiting': ['payment-success'],
  pricing: ['pricing-annual'],
  'batch-rows': ['batch-empty'],
  'batch-running': ['batch-paused'],
  'developer-keys-new': ['developer-keys', 'developer-keys-secret'],
  'new-version': ['page-not-loaded', 'page-broken', 'page-offline'],
  'verify-email': ['verify-email-incomplete'],
  terms: ['privacy', 'cookies'],
  'menu-account': ['menu-language'],
};

const names = new Set(SCREENS.map(({ name }) => name));
const similar = Object.values(SIMILAR).flat();
const checked = Object.keys(SIMILAR);
const wrong = [...similar, ...checked].filter(
  (name) => !names.has(name) || (checked.includes(name) && similar.includes(name)),
);
if (wrong.length > 0) throw new Error(`Similar screens are unknown or not checked: ${wrong.join(', ')}`);

export const isDistinct = ({ name }: Screen): boolean => !similar.includes(name);
