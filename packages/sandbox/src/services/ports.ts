import { randomInt } from 'node:crypto';
import getPort from 'get-port';

/** Below the ports that Linux and macOS give to outgoing connections: one of those may take a port before its server does. */
const LOWEST = 15_000;
const HIGHEST = 32_000;
const ATTEMPTS = 100;

/** A TCP port on 127.0.0.1 that was free a moment ago; another program may still take it before it is used. */
export const findFreePort = (): Promise<number> =>
  getPort({ host: '127.0.0.1', port: Array.from({ length: ATTEMPTS }, () => randomInt(LOWEST, HIGHEST)) });
