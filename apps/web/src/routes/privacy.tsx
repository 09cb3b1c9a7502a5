import { infoRoute } from '../features/info/info-route';

export const { Page, prepare } = infoRoute({
  page: 'privacy',
  updated: '2026-11-20',
  documents: {
    en: () => import('../content/en/privacy.mdx'),
    zh: () => import('../content/zh/privacy.mdx'),
  },
});
