import { createHash } from 'node:crypto';

/** What is stored of a secret of full entropy: its SHA-256. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();
