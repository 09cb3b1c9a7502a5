import { webSettings } from '../../config/web-env';
import { readStored, writeStored } from '../storage/local-storage';
import type { AnalyticsPort, PageView } from './events';
import { googleAnalytics } from './google';

const CONSENT_KEY = 'analytics_consent';

const silent: AnalyticsPort = { pageView: () => undefined, event: () => undefined };

let port: AnalyticsPort | null = null;
/** The page that is open. */
let shown: PageView | null = null;

function current(): AnalyticsPort {
  const agreed = webSettings.analyticsId !== null && readStored(CONSENT_KEY) === 'granted';
  if (!agreed || webSettings.analyticsId === null) return silent;
  port ??= googleAnalytics(webSettings.analyticsId);
  return port;
}

/** Nothing leaves the browser unless the installation has an id and the visitor agreed. */
export const analytics: AnalyticsPort = {
  pageView: (view) => {
    shown = view;
    current().pageView(view);
  },
  event: (name, values) => current().event(name, values),
};

/** Whether the visitor must still be asked. */
export const needsConsent = (): boolean => webSettings.analyticsId !== null && readStored(CONSENT_KEY) === null;

/** The page on which somebody agrees counts as well. */
export function answerConsent(granted: boolean): void {
  writeStored(CONSENT_KEY, granted ? 'granted' : 'denied');
  if (granted && shown) current().pageView(shown);
}
