import type { SandboxContext } from '../kit/provider.js';

export interface TokenRequest {
  grantType: string | undefined;
  clientId: string | undefined;
  clientSecret: string | undefined;
  code: string | undefined;
  redirectUri: string | undefined;
  verifier: string | undefined;
}

/** Client credentials may come in the body or by HTTP Basic. */
export async function readTokenRequest(c: SandboxContext): Promise<TokenRequest> {
  const body = new URLSearchParams(await c.req.text());
  const read = (name: string) => body.get(name) ?? undefined;
  const basic = basicCredentials(c.req.header('authorization'));
  return {
    grantType: read('grant_type'),
    clientId: basic?.id ?? read('client_id'),
    clientSecret: basic?.secret ?? read('client_secret'),
    code: read('code'),
    redirectUri: read('redirect_uri'),
    verifier: read('code_verifier'),
  };
}

function basicCredentials(header: string | undefined): { id: string; secret: string } | undefined {
  const encoded = /^Basic (.+)$/i.exec(header ?? '')?.[1];
  if (!encoded) return undefined;
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':', 2);
  return { id: decodeURIComponent(id), secret: decodeURIComponent(secret) };
}

/** Also accepts GitHub's older `Authorization: token …`. */
export const tokenOfHeader = (c: SandboxContext): string | undefined =>
  /^(?:bearer|token) (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
