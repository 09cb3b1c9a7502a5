import type { Locale } from '@app/contracts';
import type { ComponentType } from 'react';
import type { PageName } from '../config/paths';
import type { AppDispatch } from '../entities/app-state';
import type { Namespace } from '../shared/i18n/i18n';

interface PageModule {
  Page: ComponentType;
  /** What must be in memory before the page is shown in a language. */
  prepare?: (locale: Locale, dispatch: AppDispatch) => Promise<void>;
}

export interface PageEntry {
  namespaces: readonly Namespace[];
  load: () => Promise<PageModule>;
}

export const PAGES: Record<PageName, PageEntry> = {
  home: { namespaces: ['home', 'options'], load: () => import('../routes/home') },
  login: { namespaces: ['session'], load: () => import('../routes/login') },
  generate: {
    namespaces: ['generate', 'credits', 'options', 'sharing', 'work'],
    load: () => import('../routes/generate'),
  },
  gallery: { namespaces: ['gallery', 'options', 'sharing', 'work'], load: () => import('../routes/gallery') },
  favorites: { namespaces: ['gallery', 'options', 'sharing', 'work'], load: () => import('../routes/favorites') },
  profile: {
    namespaces: ['credits', 'profile'],
    load: () => import('../routes/profile'),
  },
  batch: { namespaces: ['batch', 'options'], load: () => import('../routes/batch') },
  pricing: { namespaces: ['pricing', 'options'], load: () => import('../routes/pricing') },
  authCallback: { namespaces: ['session'], load: () => import('../routes/auth-callback') },
  verifyEmail: { namespaces: ['session'], load: () => import('../routes/verify-email') },
  unsubscribe: { namespaces: ['session'], load: () => import('../routes/unsubscribe') },
  shared: { namespaces: ['sharing', 'options'], load: () => import('../routes/shared') },
  paymentSuccess: { namespaces: ['payment'], load: () => import('../routes/payment-success') },
  paymentFailed: { namespaces: ['payment'], load: () => import('../routes/payment-failed') },
  explore: { namespaces: ['explore', 'options'], load: () => import('../routes/explore') },
  guide: { namespaces: ['info'], load: () => import('../routes/guide') },
  faq: { namespaces: ['info'], load: () => import('../routes/faq') },
  contact: { namespaces: ['info'], load: () => import('../routes/contact') },
  api: { namespaces: ['info', 'developers'], load: () => import('../routes/api') },
  terms: { namespaces: ['info'], load: () => import('../routes/terms') },
  privacy: { namespaces: ['info'], load: () => import('../routes/privacy') },
  cookies: { namespaces: ['info'], load: () => import('../routes/cookies') },
};
