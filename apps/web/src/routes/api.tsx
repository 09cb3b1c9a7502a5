import type { Locale } from '@app/contracts';
import { webSettings } from '../config/web-env';
import { BesideDocumentation } from '../features/developers/beside-documentation';
import { infoRoute } from '../features/info/info-route';

const documentation = infoRoute({
  page: 'api',
  updated: '2026-11-23',
  Around: BesideDocumentation,
  load: (locale) => import(`../content/${locale}/api.mdx`),
});
/** In the place of the documentation where the public API is switched off. */
const announcement = infoRoute({
  page: 'api',
  updated: '2026-11-20',
  lead: 'announcedApi',
  load: (locale) => import(`../content/${locale}/api-announced.mdx`),
});
const shown = () => (webSettings.publicApi ? documentation : announcement);

export const prepare = (locale: Locale): Promise<void> => shown().prepare(locale);

export function Page() {
  return webSettings.publicApi ? <documentation.Page /> : <announcement.Page />;
}
