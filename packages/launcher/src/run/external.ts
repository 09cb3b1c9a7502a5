import { once } from 'node:events';
import { connect } from 'node:net';
import { PartError } from '../parts/part.js';

const TIMEOUT_MS = 5000;

/** Checks that an external service accepts connections. @throws PartError */
export async function assertReachable(variable: string, url: string, usualPort: number): Promise<void> {
  if (!URL.canParse(url)) {
    throw new PartError(variable, 'is not an address', '', `Correct ${variable}, or unset it to use the embedded one.`);
  }
  const { hostname, port } = new URL(url);
  // A Postgres on a Unix socket has no host to check.
  if (hostname === '') return;
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usualPort : Number(port) };
  const socket = connect(address);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (cause) {
    const place = `${address.host}:${address.port}`;
    const remedy = `Start it, correct ${variable}, or unset it to use the embedded one.`;
    throw new PartError(variable, `names ${place}, where nothing answers`, '', remedy, { cause });
  } finally {
    socket.destroy();
  }
}
