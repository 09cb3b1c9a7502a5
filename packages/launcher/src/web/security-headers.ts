import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

const SELF = "'self'";
const NONE = "'none'";

const secure = (imageOrigins: readonly string[]) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [SELF],
        scriptSrc: [SELF],
        // Menus and toasts are positioned by style attributes.
        styleSrc: [SELF, "'unsafe-inline'"],
        imgSrc: [SELF, 'data:', 'blob:', ...imageOrigins],
        fontSrc: [SELF],
        connectSrc: [SELF],
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

export function securityHeaders(imageOrigins: readonly string[]): Readonly<Record<string, string>> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  secure(imageOrigins)(request, response, () => undefined);
  const entries = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)] as const);
  return { ...Object.fromEntries(entries), 'permissions-policy': 'camera=(), geolocation=(), microphone=()' };
}
