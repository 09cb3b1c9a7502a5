import { infoRoute } from '../features/info/info-route';
import { SettingPair } from '../features/info/setting-pair';

export const { Page, prepare } = infoRoute({
  page: 'guide',
  updated: '2026-11-23',
  components: { SettingPair },
  load: (locale) => import(`../content/${locale}/guide.mdx`),
});
