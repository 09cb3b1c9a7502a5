import type { BrowserContext } from '@playwright/test';

/** Does what Google's script does with the commands of the page: sends each event to the collector. */
const STAND_IN_SCRIPT = `
  const send = ([command, name, values]) => command === 'event' &&
    fetch('https://region1.google-analytics.com/g/collect?en=' + name, { method: 'POST', mode: 'no-cors', body: JSON.stringify(values ?? {}) });
  const layer = window.dataLayer;
  layer.forEach(send);
  layer.push = (entry) => { send(entry); return Array.prototype.push.call(layer, entry); };`;

/** Plays Google for the pages of a browser. The policy of a page is enforced before a request gets here. */
export async function collectEvents(context: BrowserContext): Promise<{ events: string[]; elsewhere: string[] }> {
  const seen = { events: [] as string[], elsewhere: [] as string[] };
  context.on('request', (request) => {
    const { hostname } = new URL(request.url());
    if (hostname !== 'localhost' && hostname !== '127.0.0.1') seen.elsewhere.push(hostname);
  });
  await context.route('https://www.googletagmanager.com/gtag/js?*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: STAND_IN_SCRIPT }),
  );
  await context.route('https://region1.google-analytics.com/g/collect?*', (route) => {
    seen.events.push(new URL(route.request().url()).searchParams.get('en') ?? '');
    return route.fulfill({ status: 204 });
  });
  return seen;
}
