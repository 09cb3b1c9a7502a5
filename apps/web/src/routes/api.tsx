import { infoRoute } from '../features/info/info-route';

export const { Page, prepare } = infoRoute({
  page: 'api',
  updated: '2026-11-20',
  documents: {
    en: () => import('../content/en/api.mdx'),
    zh: () => import('../content/zh/api.mdx'),
  },
});
