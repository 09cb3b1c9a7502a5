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
  /** Null for an address that was not made for a share. */
  shareId: string | null;
  signature: string;
}

/** What an address carries, as it was sent. */
export interface SentLink {
  key: string;
  e?: unknown;
  share?: unknown;
  s?: unknown;
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

const sign = (secret: KeyObject, { key, expires, shareId }: Omit<FileLink, 'signature'>): Buffer =>
  createHmac('sha256', secret)
    .update([expires, stemOf(key), ...(shareId === null ? [] : [shareId])].join('\n'))
    .digest()
    .subarray(0, SIGNATURE_BYTES);

/**
 * Query of the addresses of an image and its thumbnails, for the window that `nowSeconds` (the database's) lies in. An
 * address made for a share works only as long as that share.
 */
export function linkQuery(secret: KeyObject, key: string, nowSeconds: number, shareId: string | null): string {
  const expires = linkExpiry(nowSeconds);
  const signature = sign(secret, { key, expires, shareId }).toString('base64url');
  return `e=${expires}${shareId === null ? '' : `&share=${shareId}`}&s=${signature}`;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * The link, when the key is one of ours and the signature is right; else null. Whether it or its share has expired and
 * whether the image is still there, the database says.
 */
export function verifyLink(secret: KeyObject, { key, e, share, s }: SentLink): FileLink | null {
  if (!parseObjectKey(key) || typeof e !== 'string' || typeof s !== 'string' || !/^\d{1,12}$/.test(e)) return null;
  if (share !== undefined && (typeof share !== 'string' || !UUID.test(share))) return null;
  const given = Buffer.from(s, 'base64url');
  // Compared as text too: base64url decoding forgives stray characters, and each picture shall have one address.
  if (given.length !== SIGNATURE_BYTES || given.toString('base64url') !== s) return null;
  const link = { key, expires: Number(e), shareId: share ?? null };
  if (!timingSafeEqual(given, sign(secret, link))) return null;
  return { ...link, signature: s };
}
