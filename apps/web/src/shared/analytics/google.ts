import type { AnalyticsPort } from './events';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string };
}

const SCRIPT = 'https://www.googletagmanager.com/gtag/js';

/** Where the browser has Trusted Types, the pages allow an address of a script from this policy alone. */
function scriptAddress(measurementId: string): string {
  const rules = { createScriptURL: (id: string) => `${SCRIPT}?id=${encodeURIComponent(id)}` };
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  return (trustedTypes?.createPolicy('analytics', rules) ?? rules).createScriptURL(measurementId);
}

/** Google Analytics 4. Created after consent only: its script is what sets cookies. */
export function googleAnalytics(measurementId: string): AnalyticsPort {
  const layer = (window.dataLayer ??= []);
  // Google's script tells commands by `arguments` objects; an array would be taken for data.
  function gtag(..._command: unknown[]): void {
    layer.push(arguments);
  }
  gtag('js', new Date());
  gtag('config', measurementId, { send_page_view: false, anonymize_ip: true });
  const script = document.createElement('script');
  script.async = true;
  script.src = scriptAddress(measurementId);
  document.head.append(script);
  return {
    pageView: ({ path, title, language }) => {
      // For every later event too: the script would send the real address, which may hold a share token.
      gtag('set', { page_location: window.location.origin + path, page_title: title, language });
      gtag('event', 'page_view');
    },
    event: (name, values) => gtag('event', name, values),
  };
}
