import { SCREENS } from './screens.js';
import type { Screen } from './view.js';

/** The screens after a name show the parts of that screen with other texts. Only the proof checks them. */
const SIMILAR: Readonly<Record<string, readonly string[]>> = {
  home: ['home-signed-in'],
  login: ['login-failed', 'login-one-provider'],
  'callback-denied': ['callback-working', 'callback-expired', 'callback-network'],
  'generate-filled': ['generate-empty', 'generate-insufficient', 'generate-dalle', 'generate-too-long'],
  'generate-running': ['running-late', 'running-several', 'generate-waiting', 'generate-more'],
  'generate-failed': ['generate-lost', 'failed-rejected', 'failed-wide'],
  'engine-down-one': [
    'engine-down-all',
    'engine-limits',
    'refused-engine',
    'refused-backlog',
    'refused-rate',
    'refused-prompts',
  ],
  compare: ['compare-ratios', 'compare-sides'],
  history: ['history-no-match', 'history-empty'],
  partial: ['partial-filtered'],
  favorites: ['gallery-full', 'gallery-broken-images', 'gallery-lost'],
  'gallery-empty': ['favorites-empty', 'gallery-filtered-empty', 'gallery-page-gone', 'statement-nothing'],
  'gallery-loading': ['favorites-loading'],
  'gallery-error': ['favorites-error', 'profile-failed', 'shared-failed', 'subscription-failed', 'pricing-unavailable'],
  'favorites-selecting': ['gallery-selecting', 'gallery-selecting-none', 'gallery-selecting-pages'],
  'generate-delete-question': [
    'details-question',
    'gallery-question',
    'gallery-take-back',
    'gallery-selection-question',
    'settings-leaving',
    'settings-sign-out',
    'batch-delete-question',
  ],
  details: ['details-alone', 'details-closer', 'details-failed', 'details-lineage', 'details-lost'],
  'gallery-menu': ['details-menu'],
  'gallery-offline': ['details-offline', 'bonus-offline'],
  'archive-packing': ['archive-waiting', 'archive-saved', 'archive-failed'],
  'bonus-next': ['bonus-full', 'bonus-failed', 'bonus-claimed', 'bonus-already'],
  toast: ['generate-deleted', 'gallery-deleted', 'batch-announced'],
  statement: ['statement-filtered'],
  'deletion-proof': ['deletion-reading'],
  'shared-gone': ['shared-invalid', 'shared-expired', 'shared-lost'],
  'share-dialog-selected': ['share-dialog-stopped', 'share-dialog-creating', 'share-dialog-failed'],
  subscription: [
    'subscription-cancelled',
    'subscription-cancelled-unpaid',
    'subscription-free',
    'subscription-pending',
    'subscription-paypal',
  ],
  'subscription-past-due': ['subscription-past-due-paypal', 'past-due-banner'],
  'subscription-cancel': ['subscription-change', 'subscription-refund', 'subscription-upgrade'],
  'payment-declined': ['payment-left', 'payment-failed', 'payment-refunded'],
  'payment-confirmed': ['payment-waiting', 'payment-success'],
  pricing: ['pricing-annual', 'pricing-subscribed'],
  'profile-settings': ['settings-unsaved'],
  'batch-rows': ['batch-empty'],
  'batch-running': ['batch-paused', 'batch-held'],
  'developer-keys-new': ['developer-keys', 'developer-keys-edit', 'developer-keys-secret'],
  explore: ['explore-signed-in'],
  'new-version': ['page-not-loaded', 'page-broken', 'page-offline'],
  'verify-email': ['verify-email-incomplete', 'unsubscribe', 'unsubscribe-incomplete'],
  terms: ['privacy', 'cookies'],
  'menu-pages': ['menu-account', 'menu-language'],
};

const names = new Set(SCREENS.map(({ name }) => name));
const similar = Object.values(SIMILAR).flat();
const checked = Object.keys(SIMILAR);
const wrong = [...similar, ...checked].filter(
  (name) => !names.has(name) || (checked.includes(name) && similar.includes(name)),
);
if (wrong.length > 0) throw new Error(`Similar screens are unknown or not checked: ${wrong.join(', ')}`);

export const isDistinct = ({ name }: Screen): boolean => !similar.includes(name);
