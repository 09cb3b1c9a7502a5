import { randomBytes, randomInt } from 'node:crypto';

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXY0123456789';

const text = (length: number): string => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Ids in the forms that PayPal gives them. */
export const newId = {
  product: () => `PROD-${text(17)}`,
  plan: () => `P-${text(24)}`,
  subscription: () => `I-${text(12)}`,
  /** What stands for a person's consent in the address of a page. */
  agreement: () => `BA-${text(17)}`,
  /** Orders, captures, authorizations, refunds, sales and webhooks. */
  resource: () => text(17),
  event: () => `WH-${text(17)}-${text(17)}`,
  dispute: () => `PP-R-${text(3)}-${randomInt(10_000_000, 99_999_999)}`,
  debug: () => `f${randomBytes(6).toString('hex')}`,
};
