import { SCREENS } from './screens.js';
import type { Screen } from './view.js';

/** The screens after a name show the parts of that screen with other texts. Only the proof checks them. */
const SIMILAR: Readonly<Record<string, readonly string[]>> = {
  home: ['home-signed-in'],
  login: ['login-failed', 'login-one-provider'],
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
  favorites: ['gallery-full', 'gallery-broken-images', 'gallery-lost', 'gallery-arrivals'],
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
  'payment-confirmed': ['payment-waiting', 'payment-success'],
  pricing: ['pricing-annual', 'pricing-subscribed'],
  'profile-settings': ['settings-unsaved'],
  'batch-rows': ['batch-empty'],
  'batch-running': ['batch-paused', 'batch-held'],
  'developer-keys-new': ['developer-keys', 'developer-keys-edit', 'developer-keys-secret'],
  explore: ['explore-signed-in'],
  'not-found': [
    'callback-denied',
    'callback-working',
    'callback-expired',
    'callback-network',
    'shared-gone',
    'shared-invalid',
    'shared-expired',
    'shared-lost',
    'payment-declined',
    'payment-left',
    'payment-failed',
    'payment-refunded',
    'new-version',
    'page-not-loaded',
    'page-broken',
    'page-offline',
    'verify-email',
    'verify-email-incomplete',
    'unsubscribe',
    'unsubscribe-incomplete',
  ],
  terms: ['privacy', 'cookies'],
  'menu-pages': ['menu-account', 'menu-language'],
};

/** Half of them are checked on one day, the others on the next: see `SCREENS_DAY`. The proof checks all. */
const IN_TURNS = [
  'compare',
  'settings-sheet',
  'generate-delete-question',
  'toast',
  'partial',
  'gallery-menu',
  'archive-packing',
  'subscription-past-due',
  'credits-panel',
  'bonus-next',
  'gallery-offline',
  'menu-pages',
];

const names = new Set(SCREENS.map(({ name }) => name));
const similar = Object.values(SIMILAR).flat();
const checked = Object.keys(SIMILAR);
const wrong = [...similar, ...checked, ...IN_TURNS].filter(
  (name) => !names.has(name) || (checked.includes(name) && similar.includes(name)),
);
if (wrong.length > 0) throw new Error(`Similar screens are unknown or not checked: ${wrong.join(', ')}`);

const turn = Number(process.env.SCREENS_DAY ?? 0) % 2;
const hasOtherTurn = (name: string): boolean => IN_TURNS.includes(name) && IN_TURNS.indexOf(name) % 2 !== turn;

export const isDistinct = ({ name }: Screen): boolean => !similar.includes(name) && !hasOtherTurn(name);
