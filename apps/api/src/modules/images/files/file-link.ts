import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { parseObjectKey } from './object-keys.js';

/** Addresses stay the same for so long, so that browsers can cache. */
const WINDOW_SECONDS = 6 * 3600;
const SIGNATURE_BYTES = 16;

export interface FileLink {
  key: string;
  expires: number;
  shareId: string | null;
  signature: string;
}

export interface SentLink {
  key: string;
  e?: unknown;
  share?: unknown;
  s?: unknown;
}

/** From the current window's start to the next one's end: a link lives one to two windows. */
export const linkTerms = (nowSeconds: number): { from: number; seconds: number } => ({
  from: Math.floor(nowSeconds / WINDOW_SECONDS) * WINDOW_SECONDS,
  seconds: 2 * WINDOW_SECONDS,
});

export function linkExpiry(nowSeconds: number): number {
  const { from, seconds } = linkTerms(nowSeconds);
  return from + seconds;
}

/** Covers the key up to the first dot, so that one signature opens an image and its thumbnails. */
const stemOf = (key: string): string => key.slice(0, key.indexOf('.'));

const sign = (secret: KeyObject, { key, expires, shareId }: Omit<FileLink, 'signature'>): Buffer =>
  createHmac('sha256', secret)
    .update([expires, stemOf(key), ...(shareId === null ? [] : [shareId])].join('\n'))
    .digest()
    .subarray(0, SIGNATURE_BYTES);

/** `nowSeconds` is the database's. An address made for a share ends with it. */
export function linkQuery(secret: KeyObject, key: string, nowSeconds: number, shareId: string | null): string {
  const expires = linkExpiry(nowSeconds);
  const signature = sign(secret, { key, expires, shareId }).toString('base64url');
  return `e=${expires}${shareId === null ? '' : `&share=${shareId}`}&s=${signature}`;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Checks the signature alone; expiry, share and image are checked by the database. */
export function verifyLink(secret: KeyObject, { key, e, share, s }: SentLink): FileLink | null {
  if (!parseObjectKey(key) || typeof e !== 'string' || typeof s !== 'string' || !/^\d{1,12}$/.test(e)) return null;
  if (share !== undefined && (typeof share !== 'string' || !UUID.test(share))) return null;
  const given = Buffer.from(s, 'base64url');
  // base64url decoding forgives stray characters, and each image shall have one address.
  if (given.length !== SIGNATURE_BYTES || given.toString('base64url') !== s) return null;
  const link = { key, expires: Number(e), shareId: share ?? null };
  if (!timingSafeEqual(given, sign(secret, link))) return null;
  return { ...link, signature: s };
}
