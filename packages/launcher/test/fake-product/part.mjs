/**
 * What the fake parts share: each writes what it was given and what it saw into the folder FAKE_DIR, so that a test
 * reads facts rather than logs.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

const folder = process.env.FAKE_DIR;

export const note = (line) => appendFileSync(join(folder, 'events.txt'), `${line}\n`);

const reachable = (url) =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Writes the environment down, says that it is ready, and notes when it ends and whether the databases still answer. */
export function begin(name, message = {}) {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(process.env));
  process.once('SIGTERM', async () => {
    const { DATABASE_URL: database, REDIS_URL: redis } = process.env;
    const answers = database && redis ? (await Promise.all([reachable(database), reachable(redis)])).join() : '';
    note(`${name} ended ${answers}`.trim());
    process.exit(0);
  });
  process.send?.({ type: 'ready', ...message });
}
