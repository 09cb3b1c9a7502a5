import { createHmac, type KeyObject } from 'node:crypto';

const TOKEN_BYTES = 24;

/** The secret of a share's link: 192 bits as base64url, always the same for one share, so that it need not be stored. */
export const shareToken = (secret: KeyObject, shareId: string): string =>
  createHmac('sha256', secret).update(shareId).digest().subarray(0, TOKEN_BYTES).toString('base64url');
