import { infoRoute } from '../features/info/info-route';

export const { Page, prepare } = infoRoute({
  page: 'faq',
  updated: '2026-11-20',
  documents: {
    en: () => import('../content/en/faq.mdx'),
    zh: () => import('../content/zh/faq.mdx'),
  },
});
