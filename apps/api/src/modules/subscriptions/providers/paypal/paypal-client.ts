import * as z from 'zod';
import { AppError } from '../../../../platform/errors/app-error.js';

export interface PaypalSettings {
  clientId: string;
  clientSecret: string;
  baseUrl: string;
  webhookUrl: string;
  brand: string;
}

/** PayPal names the reason in the first detail. */
export class PaypalRefusal extends Error {
  constructor(
    readonly status: number,
    readonly issue: string,
  ) {
    super(`PayPal refused with ${status} ${issue}`);
  }
}

interface Sent {
  method?: 'GET' | 'POST' | 'PATCH';
  body?: object | string;
  key?: string;
  isWhole?: boolean;
}

const SPARE_MS = 60_000;
const API_PATH = '/v1/';

/** What each page of a list has. */
export const pageSchema = z.object({ links: z.array(z.object({ rel: z.string(), href: z.string() })).optional() });
type Page = z.output<typeof pageSchema>;

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() });
const refusalSchema = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).optional(),
});

const unavailable = (cause: unknown): AppError => new AppError('PAYMENT_UNAVAILABLE', { cause });
const isOutage = (status: number): boolean => status >= 500 || [401, 403, 408, 429].includes(status);

/** PayPal's own library lacks two of these calls and has no setting for the address. */
export class PaypalClient {
  private token: Promise<{ value: string; endsAt: number }> | null = null;

  constructor(
    private readonly settings: PaypalSettings,
    private readonly timeoutMs: number,
  ) {}

  async call<T>(path: string, schema: z.ZodType<T>, sent: Sent = {}): Promise<T> {
    let answer = await this.send(path, sent);
    if (answer.status === 401) {
      // Tokens can end before their time.
      this.token = null;
      answer = await this.send(path, sent);
    }
    const text = await answer.text().catch((error: unknown) => {
      throw unavailable(error);
    });
    if (answer.ok) return schema.parse(text === '' ? null : parsed(text));
    if (isOutage(answer.status)) throw unavailable(new Error(`PayPal answered ${answer.status} to ${path}`));
    const refusal = refusalSchema.safeParse(parsed(text)).data;
    throw new PaypalRefusal(answer.status, refusal?.details?.[0]?.issue ?? refusal?.name ?? '');
  }

  /** All pages of a list, by the path alone of the address that each names: it may be that of another host. */
  async pages<T extends Page>(path: string, schema: z.ZodType<T>, sent: Sent = {}): Promise<T[]> {
    const found: T[] = [];
    const read = new Set<string>();
    // A page that leads back would never end.
    for (let next: string | undefined = path; next !== undefined && !read.has(next);) {
      read.add(next);
      const page: T = await this.call(next, schema, sent);
      found.push(page);
      const address = page.links?.find(({ rel }) => rel === 'next')?.href;
      next = address?.slice(address.indexOf(API_PATH));
    }
    return found;
  }

  async find<T>(path: string, schema: z.ZodType<T>, sent: Sent = {}): Promise<T | null> {
    try {
      return await this.call(path, schema, sent);
    } catch (error) {
      if (error instanceof PaypalRefusal && error.status === 404) return null;
      throw error;
    }
  }

  private async send(path: string, { method = 'GET', body, key, isWhole }: Sent): Promise<Response> {
    const authorization = `Bearer ${await this.accessToken()}`;
    const content = typeof body === 'string' ? body : JSON.stringify(body ?? {});
    return this.fetch(path, {
      method,
      headers: {
        authorization,
        'content-type': 'application/json',
        ...(key !== undefined && { 'paypal-request-id': key }),
        ...(isWhole && { prefer: 'return=representation' }),
      },
      ...(method !== 'GET' && { body: content }),
    });
  }

  private async accessToken(): Promise<string> {
    const known = await this.token?.catch(() => null);
    if (known && known.endsAt > Date.now()) return known.value;
    this.token = this.requestToken();
    return (await this.token).value;
  }

  private async requestToken(): Promise<{ value: string; endsAt: number }> {
    const { clientId, clientSecret } = this.settings;
    const answer = await this.fetch('/v1/oauth2/token', {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    if (!answer.ok) throw unavailable(new Error(`PayPal gave no token: ${answer.status}`));
    const { access_token: value, expires_in: seconds } = tokenSchema.parse(await answer.json());
    return { value, endsAt: Date.now() + seconds * 1000 - SPARE_MS };
  }

  private async fetch(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(this.settings.baseUrl + path, { ...init, signal: AbortSignal.timeout(this.timeoutMs) });
    } catch (error) {
      throw unavailable(error);
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unavailable(error);
  }
}
