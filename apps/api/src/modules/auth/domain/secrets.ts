import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { secretHash } from '../../../platform/secret-hash.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** 256 random bits, base64url. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/** A key that takes both: ours, and the secret that only its holder can present. */
const boundKey = (key: KeyObject, secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key.export(), secretHash(secret), 'sealed', 32));

/** Encrypts `text` so that it opens only with our key and `secret` together. */
export function seal(text: string, key: KeyObject, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, boundKey(key, secret), nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** The text of `seal`. Throws when it was made with another secret or changed. */
export function unseal(sealed: Buffer, key: KeyObject, secret: string): string {
  const decipher = createDecipheriv(CIPHER, boundKey(key, secret), sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
