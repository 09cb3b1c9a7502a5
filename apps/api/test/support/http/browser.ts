import type { Answer } from '@app/contracts';
import { grantAccess } from '@app/sandbox';
import type { Answered, TestApp } from '../app.js';

export type Provider = 'google' | 'github';
export type SignInAnswer = Answer<'auth.callback'>;

/** A person's browser as far as signing in needs one: it keeps cookies, follows the address, comes back with a code. */
export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(private readonly api: TestApp) {}

  get cookieHeader(): Record<string, string> {
    const pairs = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    return pairs.length > 0 ? { cookie: pairs.join('; ') } : {};
  }

  async start(provider: Provider, redirect?: string): Promise<string> {
    const query = redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`;
    const answer = await this.api.get<{ auth_url: string }>(`/auth/${provider}${query}`, {
      headers: this.cookieHeader,
    });
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    this.keep(answer);
    return answer.body.data.auth_url;
  }

  /** Starts, chooses `account` on the provider's page, and reads what the provider sends back. */
  async approve(provider: Provider, account: string, redirect?: string): Promise<{ code: string; state: string }> {
    const returned = new URL(await grantAccess(await this.start(provider, redirect), account));
    return { code: returned.searchParams.get('code') ?? '', state: returned.searchParams.get('state') ?? '' };
  }

  async comeBack(provider: string, body: object): Promise<Answered<SignInAnswer>> {
    const answer = await this.api.post<SignInAnswer>(`/auth/${provider}/callback`, {
      body,
      headers: this.cookieHeader,
    });
    this.keep(answer);
    return answer;
  }

  async signIn(provider: Provider, account: string, more: object = {}): Promise<Answered<SignInAnswer>> {
    return this.comeBack(provider, { ...(await this.approve(provider, account)), ...more });
  }

  private keep(answer: Answered): void {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (attributes.some((attribute) => attribute.toLowerCase() === 'max-age=0')) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
