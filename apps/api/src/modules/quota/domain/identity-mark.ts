import { createHmac, type KeyObject } from 'node:crypto';

export interface Identity {
  provider: string;
  subject: string;
}

/** Names a person of a provider without telling who it is; the same again after an account was removed. Hex. */
export const identityMark = (key: KeyObject, { provider, subject }: Identity): string =>
  createHmac('sha256', key).update(`${provider}:${subject}`).digest('hex');
