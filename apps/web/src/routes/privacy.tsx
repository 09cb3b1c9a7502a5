import { infoRoute } from '../features/info/info-route';

export const { Page, prepare } = infoRoute({
  page: 'privacy',
  updated: '2026-11-20',
  load: (locale) => import(`../content/${locale}/privacy.mdx`),
});
