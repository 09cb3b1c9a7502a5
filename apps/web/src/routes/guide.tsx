import { infoRoute } from '../features/info/info-route';

export const { Page, prepare } = infoRoute({
  page: 'guide',
  updated: '2026-11-20',
  documents: {
    en: () => import('../content/en/guide.mdx'),
    zh: () => import('../content/zh/guide.mdx'),
  },
});
