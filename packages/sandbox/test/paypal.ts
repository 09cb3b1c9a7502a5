import type { TestSandbox } from './sandbox.js';

export interface PaypalAccess {
  url: string;
  clientId: string;
  clientSecret: string;
}

export interface PaypalAnswer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
}

interface Call {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

interface LinkList {
  links?: { rel: string; href: string }[];
}

export function paypalAccess(sandbox: TestSandbox): PaypalAccess {
  const { PAYPAL_CLIENT_ID = '', PAYPAL_CLIENT_SECRET = '', PAYPAL_BASE_URL = '' } = sandbox.environment();
  return { url: PAYPAL_BASE_URL, clientId: PAYPAL_CLIENT_ID, clientSecret: PAYPAL_CLIENT_SECRET };
}

/** The address of one of an answer's links. */
export const linkOf = ({ links }: LinkList, rel: string): string => links?.find((link) => link.rel === rel)?.href ?? '';

/** How a call was refused: its status, name and first issue. */
export const refusalOf = ({ status, body }: PaypalAnswer<unknown>) => {
  const { name, details } = body as { name?: string; details?: { issue: string; field?: string }[] };
  return { status, name, issue: details?.[0]?.issue };
};

export type PaypalClient = ReturnType<typeof paypalClient>;

/** A client as an application writes it: one token, JSON in and out. */
export function paypalClient(access: PaypalAccess) {
  let token: Promise<string> | undefined;
  const basic = `Basic ${Buffer.from(`${access.clientId}:${access.clientSecret}`).toString('base64')}`;
  const requestToken = (form: Record<string, string>, authorization = basic) =>
    fetch(`${access.url}/v1/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { authorization },
    });
  const fetchToken = async () => {
    const answer = await requestToken({ grant_type: 'client_credentials' });
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  const call = async <T = Record<string, unknown>>(path: string, options: Call = {}): Promise<PaypalAnswer<T>> => {
    token ??= fetchToken();
    const answer = await fetch(`${access.url}${path}`, {
      method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
      headers: { authorization: `Bearer ${await token}`, 'content-type': 'application/json', ...options.headers },
      ...(options.body !== undefined && {
        body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body),
      }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: (text === '' ? {} : JSON.parse(text)) as T };
  };
  const post = <T = Record<string, unknown>>(path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    call<T>(path, { method: 'POST', body, headers });
  return { requestToken, call, post };
}
