import { createHash } from 'node:crypto';

export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();
