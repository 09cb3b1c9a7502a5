import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { secretHash } from './secret-hash.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key of both: ours, and what the text is bound to. */
const boundKey = (key: KeyObject, binding: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key.export(), secretHash(binding), 'sealed', 32));

/**
 * Encrypts `text` so that it opens only with our key and the same `binding`: a secret that only its holder can present, or
 * the id of the row that the text belongs to.
 */
export function seal(text: string, key: KeyObject, binding: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, boundKey(key, binding), nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** The text of `seal`. Null when it was sealed with another key (as `APP_SECRET` was replaced) or binding, or changed. */
export function unseal(sealed: Buffer, key: KeyObject, binding: string): string | null {
  const decipher = createDecipheriv(CIPHER, boundKey(key, binding), sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8');
  try {
    return text + decipher.final('utf8');
  } catch {
    return null;
  }
}
