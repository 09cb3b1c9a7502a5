import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Letters and digits only, as in the service's ids; the bias of `%` does not matter for test data. */
export const randomAlphanumeric = (length: number): string =>
  [...randomBytes(length)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** `cus_` and the like. */
export const newId = (prefix: string): string => `${prefix}_1${randomAlphanumeric(23)}`;
