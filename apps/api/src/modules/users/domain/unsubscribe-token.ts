import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';

const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;

const sign = (key: KeyObject, id: Buffer): Buffer =>
  createHmac('sha256', key).update(id).digest().subarray(0, SIGNATURE_BYTES);

/** Works without signing in and forever, as mails are kept. */
export function unsubscribeToken(key: KeyObject, userId: string): string {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, sign(key, id)]).toString('base64url');
}

export function userOfToken(key: KeyObject, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== ID_BYTES + SIGNATURE_BYTES) return null;
  const id = bytes.subarray(0, ID_BYTES);
  if (!timingSafeEqual(bytes.subarray(ID_BYTES), sign(key, id))) return null;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
