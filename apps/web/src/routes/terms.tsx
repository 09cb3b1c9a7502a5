import { infoRoute } from '../features/info/info-route';

export const { Page, prepare } = infoRoute({
  page: 'terms',
  updated: '2026-11-20',
  documents: {
    en: () => import('../content/en/terms.mdx'),
    zh: () => import('../content/zh/terms.mdx'),
  },
});
