import type { OAuthProvider } from '@app/contracts';
import { randomSecret } from './secrets.js';

const PREFIX_LENGTH = 8;

export const newState = (provider: OAuthProvider): string => `${provider}.${randomSecret()}`;

/** One cookie per login, so that two tabs do not disturb each other. */
export class LoginCookies {
  private readonly base: string;

  /** The installation's id, because cookies ignore ports; `__Host-` keeps subdomains from setting one. */
  constructor(options: { installationId: string; secure: boolean }) {
    this.base = `${options.secure ? '__Host-' : ''}login_${options.installationId}_`;
  }

  nameOf(state: string): string {
    const random = state.slice(state.indexOf('.') + 1);
    return this.base + random.slice(0, PREFIX_LENGTH).replace(/[^\w-]/g, '');
  }

  among(cookies: Record<string, string>): { name: string; secret: string }[] {
    return Object.entries(cookies)
      .filter(([name]) => name.startsWith(this.base) && name.length === this.base.length + PREFIX_LENGTH)
      .map(([name, secret]) => ({ name, secret }));
  }
}
