import { isIP } from 'node:net';
import * as z from 'zod';

const BITS = { 4: 32, 6: 128 };

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if ((version !== 4 && version !== 6) || rest.length > 0) return false;
  return prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= BITS[version]);
}

export const proxyAddresses = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine((all) => all.every(isNetwork), 'must be addresses or networks, as 10.0.0.7,172.16.0.0/12');
