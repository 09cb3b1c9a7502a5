import { infoRoute } from '../features/info/info-route';

export const { Page, prepare } = infoRoute({
  page: 'cookies',
  updated: '2026-11-20',
  documents: {
    en: () => import('../content/en/cookies.mdx'),
    zh: () => import('../content/zh/cookies.mdx'),
  },
});
