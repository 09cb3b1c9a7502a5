import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { isSame } from '../../kit/is-same.js';
import type { SandboxContext, SandboxEnv } from '../../kit/provider.js';
import type { Slice, SliceOptions } from '../../kit/store.js';
import { randomText } from '../../oauth/grants.js';
import { newId } from '../ids.js';
import { answerError, PaypalError } from './errors.js';

const Application = z.object({ clientId: z.string(), clientSecret: z.string() });
export type Application = z.infer<typeof Application>;

export const applicationSlice: SliceOptions<Application> = {
  name: 'paypal-client',
  schema: Application,
  seed: () => ({ clientId: `A${randomText(59)}`, clientSecret: `E${randomText(59)}` }),
};

const Tokens = z.array(z.object({ token: z.string(), expiresAt: z.number() }));
type Tokens = z.infer<typeof Tokens>;
export const tokenSlice: SliceOptions<Tokens> = { name: 'paypal-tokens', schema: Tokens, seed: () => [] };

const TOKEN_LIFETIME_S = 32_400;
const KEPT_TOKENS = 200;
const SCOPES = ['payments/.*', 'billing/.*', 'catalogs/.*', 'applications/webhooks', 'customer/disputes/.*'];

/** The one application: its credentials, and the access tokens that it was given. They live in real time. */
export class Access {
  constructor(
    private readonly application: Application,
    private readonly tokens: Slice<Tokens>,
  ) {}

  /** `POST /v1/oauth2/token`, client credentials by Basic authentication. */
  async issueToken(c: SandboxContext): Promise<Response> {
    if (!this.isApplication(c.req.header('authorization'))) {
      return c.json({ error: 'invalid_client', error_description: 'Client Authentication failed' }, 401);
    }
    const grantType = new URLSearchParams(await c.req.text()).get('grant_type');
    if (grantType !== 'client_credentials') {
      const [error, description] =
        grantType === null
          ? ['invalid_request', 'grant_type is null']
          : ['unsupported_grant_type', 'unsupported grant_type'];
      return c.json({ error, error_description: description }, 400);
    }
    const token = `A21AA${randomText(60)}`;
    this.tokens.update((tokens) => {
      tokens.push({ token, expiresAt: Date.now() + TOKEN_LIFETIME_S * 1000 });
      tokens.splice(0, Math.max(0, tokens.length - KEPT_TOKENS));
    });
    return c.json({
      scope: SCOPES.map((scope) => `https://uri.paypal.com/services/${scope}`).join(' '),
      access_token: token,
      token_type: 'Bearer',
      app_id: 'APP-80W284485P519543T',
      expires_in: TOKEN_LIFETIME_S,
      nonce: `${new Date().toISOString()}${randomText(24)}`,
    });
  }

  /** Lets a request through that carries a good token. */
  readonly guard: MiddlewareHandler<SandboxEnv> = async (c, next) => {
    const token = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (token === undefined) return answerError(c, new PaypalError('AUTHENTICATION_FAILURE'));
    const known = this.tokens.value.find((candidate) => isSame(candidate.token, token));
    if (known && known.expiresAt > Date.now()) return next();
    const description = known ? 'Access Token not found in cache' : 'Token signature verification failed';
    return c.json({ error: 'invalid_token', error_description: description }, 401, {
      'paypal-debug-id': newId.debug(),
      'www-authenticate': 'Bearer error="invalid_token"',
    });
  };

  /** Ends all tokens, as if their time was over. */
  expireTokens(): void {
    this.tokens.update((tokens) => {
      for (const token of tokens) token.expiresAt = 0;
    });
  }

  private isApplication(header: string | undefined): boolean {
    const encoded = /^Basic ([\w+/=]+)$/i.exec(header ?? '')?.[1] ?? '';
    const { clientId, clientSecret } = this.application;
    return isSame(Buffer.from(encoded, 'base64').toString(), `${clientId}:${clientSecret}`);
  }
}
