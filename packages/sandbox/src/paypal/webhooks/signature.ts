import { createSign, createVerify } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const AUTH_ALGO = 'SHA256withRSA';

export interface Transmission {
  id: string;
  /** ISO 8601, real time. */
  time: string;
  webhookId: string;
  /** The bytes that travel. */
  body: string;
}

/** What is signed: the body is in it by its checksum alone. */
const messageOf = ({ id, time, webhookId, body }: Transmission): string =>
  [id, time, webhookId, crc32(Buffer.from(body))].join('|');

export const signTransmission = (transmission: Transmission, privateKey: string): string =>
  createSign('RSA-SHA256').update(messageOf(transmission)).sign(privateKey, 'base64');

export const isSignatureGood = (transmission: Transmission, signature: string, publicKey: string): boolean =>
  createVerify('RSA-SHA256').update(messageOf(transmission)).verify(publicKey, signature, 'base64');
