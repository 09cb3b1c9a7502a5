import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { parseObjectKey } from './object-keys.js';

/** Seconds for which an address stays the same, so that browsers keep what they loaded. */
const WINDOW_SECONDS = 6 * 3600;
const SIGNATURE_BYTES = 16;

/** A signed address of a file below `/api/files/`. */
export interface FileLink {
  key: string;
  /** Unix seconds, always the end of a window. */
  expires: number;
  signature: string;
}

/**
 * From the beginning of the running window (Unix seconds) to the end of the next one: a link lives at least one window and
 * at most two.
 */
export const linkTerms = (nowSeconds: number): { from: number; seconds: number } => ({
  from: Math.floor(nowSeconds / WINDOW_SECONDS) * WINDOW_SECONDS,
  seconds: 2 * WINDOW_SECONDS,
});

/** Unix seconds at which a link of now ends. */
export function linkExpiry(nowSeconds: number): number {
  const { from, seconds } = linkTerms(nowSeconds);
  return from + seconds;
}

/** One signature opens a picture and its thumbnails: it covers the key up to the first dot, which no key repeats. */
const stemOf = (key: string): string => key.slice(0, key.indexOf('.'));

const sign = (secret: KeyObject, key: string, expires: number): Buffer =>
  createHmac('sha256', secret)
    .update(`${expires}\n${stemOf(key)}`)
    .digest()
    .subarray(0, SIGNATURE_BYTES);

/** Query of the addresses of a picture and its thumbnails, for the window that `nowSeconds` (the database's) lies in. */
export function linkQuery(secret: KeyObject, key: string, nowSeconds: number): string {
  const expires = linkExpiry(nowSeconds);
  return `e=${expires}&s=${sign(secret, key, expires).toString('base64url')}`;
}

/**
 * The link, when the key is one of ours and the signature is right; else null. Whether it has expired and whether the
 * picture is still there, the database says.
 */
export function verifyLink(secret: KeyObject, sent: { key: string; e?: unknown; s?: unknown }): FileLink | null {
  const { key, e, s } = sent;
  if (!parseObjectKey(key) || typeof e !== 'string' || typeof s !== 'string' || !/^\d{1,12}$/.test(e)) return null;
  const given = Buffer.from(s, 'base64url');
  // Compared as text too: base64url decoding forgives stray characters, and each picture shall have one address.
  if (given.length !== SIGNATURE_BYTES || given.toString('base64url') !== s) return null;
  if (!timingSafeEqual(given, sign(secret, key, Number(e)))) return null;
  return { key, expires: Number(e), signature: s };
}
