import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../context.js';
import { inRounds, resultsOf } from '../measure/rounds.js';
import { spread } from '../measure/statistics.js';
import { startApi } from '../product/services.js';
import { openSessions } from '../product/tokens.js';
import type { Finding } from '../report/verdict.js';
import { VISITORS } from '../seed/people.js';

const STREAMS = 2_000;
const AT_ONCE = 50;
/** Until what was allocated for opening is settled. */
const REST_MS = 3_000;

/** Memory of a process that is really in use, kilobytes. */
async function resident(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0);
}

/** Opens an event stream and resolves with its socket once the answer has begun. */
function openStream(port: number, token: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET /api/images/events HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', (head: Buffer) => {
      if (head.toString('latin1', 9, 12) !== '200') reject(new Error(head.toString()));
      else resolve(socket);
    });
    socket.once('data', () => socket.resume());
  });
}

async function memoryPerStream({ services }: Bench): Promise<number> {
  const people = VISITORS.slice(0, STREAMS).map(({ userId }) => userId);
  const tokens = await openSessions(services.database, services.appSecret, people);
  const api = await startApi(services);
  const port = Number(new URL(api.origin).port);
  const sockets: Socket[] = [];
  try {
    // The first ones bring in what is there once.
    for (const token of tokens.slice(0, AT_ONCE)) (await openStream(port, token)).destroy();
    await sleep(REST_MS);
    const before = await resident(api.pid);
    for (let from = 0; from < STREAMS; from += AT_ONCE) {
      const some = tokens.slice(from, from + AT_ONCE).map((token) => openStream(port, token));
      sockets.push(...(await Promise.all(some)));
    }
    await sleep(REST_MS);
    return ((await resident(api.pid)) - before) / STREAMS;
  } finally {
    for (const socket of sockets) socket.destroy();
    await api.stop();
  }
}

/** What an idle event stream keeps in memory, by two thousand people who each hold one open. */
export async function measureStreams(bench: Bench): Promise<Finding[]> {
  const results = await inRounds([{ name: 'stream', run: () => memoryPerStream(bench) }], {
    rounds: Math.ceil(bench.rounds / 3),
    warmUps: 0,
    onRound: (round, rounds) => bench.say(`  round ${round} of ${rounds}`),
  });
  return [
    {
      budget: '11',
      what: `memory of an idle event stream, ${STREAMS.toLocaleString('en')} open`,
      unit: 'KB',
      measured: spread(resultsOf(results, 'stream')),
      goal: null,
    },
  ];
}
