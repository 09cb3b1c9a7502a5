import { createHmac, type KeyObject } from 'node:crypto';

const TOKEN_BYTES = 24;

/** 192 bits derived from the id, so that the token need not be stored. */
export const shareToken = (secret: KeyObject, shareId: string): string =>
  createHmac('sha256', secret).update(shareId).digest().subarray(0, TOKEN_BYTES).toString('base64url');
