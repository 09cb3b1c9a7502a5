import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

const SELF = "'self'";
const NONE = "'none'";

/** Where Google Analytics 4 loads its script from and sends events to, as Google's guide to such policies lists them. */
const ANALYTICS = {
  script: ['https://*.googletagmanager.com'],
  image: ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
  connect: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'],
};
const NO_ANALYTICS: typeof ANALYTICS = { script: [], image: [], connect: [] };
/** Policies of Trusted Types: that of the web app for the address of Google's script, and that script's own. */
const ANALYTICS_POLICIES = ['analytics', 'goog#html'];

const secure = (imageOrigins: readonly string[], analytics: typeof ANALYTICS) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [SELF],
        scriptSrc: [SELF, ...analytics.script],
        // Menus and toasts are positioned by style attributes.
        styleSrc: [SELF, "'unsafe-inline'"],
        imgSrc: [SELF, 'data:', 'blob:', ...imageOrigins, ...analytics.image],
        fontSrc: [SELF],
        connectSrc: [SELF, ...analytics.connect],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: analytics === NO_ANALYTICS ? [NONE] : ANALYTICS_POLICIES,
        objectSrc: [NONE],
        baseUri: [SELF],
        formAction: [SELF],
        frameAncestors: [NONE],
      },
    },
    // Mails and other sites embed the logo and the preview image.
    crossOriginResourcePolicy: false,
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });

export function securityHeaders(
  imageOrigins: readonly string[],
  hasAnalytics = false,
): Readonly<Record<string, string>> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  secure(imageOrigins, hasAnalytics ? ANALYTICS : NO_ANALYTICS)(request, response, () => undefined);
  const entries = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)] as const);
  return { ...Object.fromEntries(entries), 'permissions-policy': 'camera=(), geolocation=(), microphone=()' };
}

/** The same headers as lines of an nginx configuration. */
export const nginxHeaders = (imageOrigins: readonly string[], hasAnalytics = false): string =>
  Object.entries(securityHeaders(imageOrigins, hasAnalytics))
    .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', String.raw`\"`)}" always;\n`)
    .join('');
