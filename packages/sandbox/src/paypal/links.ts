import type { LinkDescription } from '@paypal/paypal-server-sdk';
import type { Wire } from './wire.js';

export type Link = Wire<LinkDescription> & { method: 'GET' | 'POST' | 'PATCH' | 'DELETE' };

/** Makes the addresses that answers name, below the address of this provider. */
export class Links {
  constructor(private readonly base: () => string) {}

  to(rel: string, path: string, method: Link['method'] = 'GET'): Link {
    return { href: this.urlOf(path), rel, method };
  }

  urlOf(path: string): string {
    return `${this.base()}${path}`;
  }
}
