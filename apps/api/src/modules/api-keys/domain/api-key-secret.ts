import { API_KEY_PREFIX } from '@app/contracts';
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const HINT_LENGTH = 4;
const FORM = new RegExp(`^${API_KEY_PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

function toBase62(value: number): string {
  let [digits, rest] = ['', value];
  while (digits.length < CHECKSUM_LENGTH) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

const checksum = (random: string): string => toBase62(crc32(random));

/** `lum_live_`, 32 random base62 characters (190 bits), and their CRC32, by which scanners tell a key from other text. */
export function createApiKeySecret(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62.charAt(randomInt(BASE62.length))).join('');
  return API_KEY_PREFIX + random + checksum(random);
}

/** False for what cannot be a key; no proof that it is one. */
export function isApiKeySecret(text: string): boolean {
  const [, random, given] = FORM.exec(text) ?? [];
  return random !== undefined && given === checksum(random);
}

/** Enough to recognise a key. */
export const hintOf = (secret: string): string => `${API_KEY_PREFIX}…${secret.slice(-HINT_LENGTH)}`;
