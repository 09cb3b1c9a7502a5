import { infoRoute } from '../features/info/info-route';

export const { Page, prepare } = infoRoute({
  page: 'terms',
  updated: '2026-11-28',
  load: (locale) => import(`../content/${locale}/terms.mdx`),
});
