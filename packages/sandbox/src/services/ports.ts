import { randomInt } from 'node:crypto';
import getPort from 'get-port';

/** Below the ephemeral ports of Linux and macOS, which outgoing connections may take first. */
const LOWEST = 15_000;
const HIGHEST = 32_000;
const ATTEMPTS = 100;

/** Another program may take the port before it is used. */
export const findFreePort = (): Promise<number> =>
  getPort({ host: '127.0.0.1', port: Array.from({ length: ATTEMPTS }, () => randomInt(LOWEST, HIGHEST)) });
