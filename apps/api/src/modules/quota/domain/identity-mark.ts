import { createHmac, type KeyObject } from 'node:crypto';

export interface Identity {
  provider: string;
  subject: string;
}

export const identityMark = (key: KeyObject, { provider, subject }: Identity): string =>
  createHmac('sha256', key).update(`${provider}:${subject}`).digest('hex');
