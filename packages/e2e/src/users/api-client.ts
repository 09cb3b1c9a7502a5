import {
  successSchema,
  calls,
  type Body,
  type Call,
  type CallAnswer,
  type Generation,
  type OAuthProvider,
} from '@app/contracts';
import { grantAccessAsNewAccount } from '@app/sandbox';
import { randomUUID } from 'node:crypto';

/** Longer than any answer may take. */
const TIMEOUT_MS = 25_000;

export interface RequestOptions {
  token?: string;
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

export interface ApiResponse {
  status: number;
  headers: Headers;
  /** Parsed JSON, else the text. */
  body: unknown;
}

export interface ApiUser {
  userId: string;
  token: string;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

function requestOf(method: string, { token, body, raw, headers = {} }: RequestOptions): RequestInit {
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  return {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(content !== undefined && { body: content }),
  };
}

/** `origin` is evaluated at each call, because the address may change. */
export class ApiClient {
  constructor(private readonly origin: () => string) {}

  url(path: string): string {
    return `${this.origin()}/api${path}`;
  }

  fetch(method: string, path: string, sent: RequestOptions = {}): Promise<Response> {
    return fetch(this.url(path), requestOf(method, sent));
  }

  async send(method: string, path: string, sent: RequestOptions = {}): Promise<ApiResponse> {
    const response = await this.fetch(method, path, sent);
    return { status: response.status, headers: response.headers, body: parsed(await response.text()) };
  }

  get(path: string, sent: RequestOptions = {}): Promise<ApiResponse> {
    return this.send('GET', path, sent);
  }

  generate(user: ApiUser, body: Body<'images.generate'>, idempotencyKey: string): Promise<ApiResponse> {
    return this.send('POST', '/images/generate', {
      token: user.token,
      body,
      headers: { 'idempotency-key': idempotencyKey },
    });
  }

  async readGeneration(user: ApiUser, id: string): Promise<Generation> {
    return dataOf(calls.images.showGeneration, await this.get(`/images/generations/${id}`, { token: user.token }));
  }

  /** `account` replaces fields of the provider's form. */
  async signUp(provider: OAuthProvider = 'google', account: Record<string, string> = {}): Promise<ApiUser> {
    const comeBack = await this.signInAtProvider(provider, account);
    const { access_token: token, user } = dataOf(calls.auth.callback, await comeBack());
    return { userId: user.id, token };
  }

  /** Resolves with the provider's answer, which redirects to the product. */
  async signInAtProvider(
    provider: OAuthProvider,
    account: Record<string, string> = {},
  ): Promise<() => Promise<ApiResponse>> {
    const handle = `user-${randomUUID().slice(0, 13)}`;
    const started = await this.get(`/auth/${provider}`);
    const { auth_url: address } = dataOf(calls.auth.start, started);
    const returned = new URL(
      await grantAccessAsNewAccount(address, {
        name: 'Test Person',
        email: `${handle}@example.com`,
        verified: 'yes',
        login: handle,
        public_email: 'yes',
        ...account,
      }),
    );
    const cookie = started.headers.getSetCookie().map((line) => line.split(';')[0]);
    return () =>
      this.send('POST', `/auth/${provider}/callback`, {
        headers: { cookie: cookie.join('; ') },
        body: { code: returned.searchParams.get('code'), state: returned.searchParams.get('state') },
      });
  }
}

/** Validates the data against the contract of its call. Throws if it does not match. */
export function dataOf<C extends Call>(call: C, { status, body }: ApiResponse): CallAnswer<C> {
  const parsedBody = successSchema(call.schemas.answer).safeParse(body);
  const wanted = call.route.status ?? 200;
  if (status === wanted && parsedBody.success) return parsedBody.data.data as CallAnswer<C>;
  throw new Error(
    `${call.route.method} ${call.route.path} answered ${status}: ${JSON.stringify(body)}\n${parsedBody.error?.message ?? ''}`,
  );
}
