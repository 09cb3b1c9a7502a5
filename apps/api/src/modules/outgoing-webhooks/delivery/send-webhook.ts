import { Inject, Injectable } from '@nestjs/common';
import type { LookupAddress } from 'node:dns';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { abortAfter } from '../../../platform/abort-after.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { RESOLVE_HOST, type ResolveHost } from './resolve-host.js';

/** Injection token: what an attempt may take in all. */
export const ATTEMPT_TIMEOUT_MS = Symbol('ATTEMPT_TIMEOUT_MS');
export const DEFAULT_ATTEMPT_TIMEOUT_MS = 10_000;

const MAX_ANSWER_BYTES = 4_096;

// What the agent takes for public but IANA has not given to the public: IPv4-compatible addresses and the like.
const SPECIAL_IPV6 = new BlockList();
SPECIAL_IPV6.addSubnet('::', 3, 'ipv6');
SPECIAL_IPV6.addSubnet('4000::', 2, 'ipv6');
SPECIAL_IPV6.addSubnet('8000::', 1, 'ipv6');

export interface WebhookMessage {
  url: string;
  headers: Record<string, string>;
  body: string;
}

function refuseSpecial(addresses: string[]): void {
  const special = addresses.find((address) => isIPv6(address) && SPECIAL_IPV6.check(address, 'ipv6'));
  if (special !== undefined) throw new Error(`${special} is no public address`);
}

/**
 * Posts a message to somebody else's server, and to public addresses only: each address is checked when it is connected to,
 * so that a name which changes its address gains nothing. Each attempt has a connection of its own and ten seconds in all.
 */
@Injectable()
export class SendWebhook {
  private readonly agents: { http: http.Agent; https: https.Agent };

  constructor(
    @Inject(CONFIG) { webhookTestNetwork }: Config,
    @Inject(RESOLVE_HOST) private readonly resolve: ResolveHost,
    @Inject(ATTEMPT_TIMEOUT_MS) private readonly timeoutMs: number,
  ) {
    // A single address is compared as such: the agent complains of networks of the other family.
    const allowed = webhookTestNetwork === null ? [] : [webhookTestNetwork.replace(/\/32$/, '')];
    // Looks up all addresses of a name, whatever the process was started with.
    const options = { keepAlive: false, autoSelectFamily: true, allowIPAddressList: allowed };
    this.agents = { http: new RequestFilteringHttpAgent(options), https: new RequestFilteringHttpsAgent(options) };
  }

  /** The HTTP status of the answer, whatever it is; redirects are not followed. Throws when there is none. */
  send(message: WebhookMessage, stop: AbortSignal): Promise<number> {
    return abortAfter(this.timeoutMs, stop, (signal) => this.post(message, signal));
  }

  private async post({ url, headers, body }: WebhookMessage, signal: AbortSignal): Promise<number> {
    const { protocol, hostname } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, '');
    if (isIP(host)) refuseSpecial([host]);
    const options: RequestOptions = {
      method: 'POST',
      agent: protocol === 'https:' ? this.agents.https : this.agents.http,
      lookup: this.lookup,
      signal,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    };
    return new Promise((resolve, reject) => {
      const answered = (answer: IncomingMessage): void => {
        // From here on there is a status: nothing that happens to the rest of the answer takes it back.
        request.off('error', reject).on('error', () => undefined);
        readStatus(answer, resolve);
      };
      const request =
        protocol === 'https:' ? https.request(url, options, answered) : http.request(url, options, answered);
      request.on('error', reject);
      request.end(body);
    });
  }

  private readonly lookup: LookupFunction = (name, _options, callback) =>
    callbackify(() => this.addressesOf(name))((error, addresses) => callback(error, addresses));

  private async addressesOf(name: string): Promise<LookupAddress[]> {
    const addresses = await this.resolve(name);
    refuseSpecial(addresses);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  }
}

/** The status counts; of what follows a little is read, as long as the attempt lasts, so that the receiver may end its answer. */
function readStatus(answer: IncomingMessage, done: (status: number) => void): void {
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) answer.destroy();
  });
  answer.on('error', () => undefined);
  answer.on('close', () => done(answer.statusCode ?? 0));
}
