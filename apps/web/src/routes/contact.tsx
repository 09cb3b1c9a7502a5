import { infoRoute } from '../features/info/info-route';

export const { Page, prepare } = infoRoute({
  page: 'contact',
  updated: '2026-11-20',
  documents: {
    en: () => import('../content/en/contact.mdx'),
    zh: () => import('../content/zh/contact.mdx'),
  },
});
