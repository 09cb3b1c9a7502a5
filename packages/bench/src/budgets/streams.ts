import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { STREAM_HEARTBEAT_MS } from '@app/contracts';
import type { Bench } from '../context.js';
import { invite, type Person } from '../crowd/people.js';
import { cpuTimes, microsecondsBetween } from '../measure/cpu-time.js';
import { inRounds, resultsOf } from '../measure/rounds.js';
import { median, spread } from '../measure/statistics.js';
import type { Memory } from '../product/child.js';
import { inOwnInstallation, type Installation } from '../product/own-database.js';
import { startApi, type Api } from '../product/services.js';
import { atMost, type Finding } from '../report/verdict.js';

const STREAMS = 2_000;
const AT_ONCE = 50;
/** Until what was allocated for opening is settled. */
const REST_MS = 3_000;
const BEATS = 3;

/** Opens an event stream and resolves with its socket once the answer has begun. */
function openStream(port: number, { headers }: Person): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET /api/images/events HTTP/1.1\r\n${lines.join('')}\r\n`);
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', (head: Buffer) => {
      if (head.toString('latin1', 9, 12) !== '200') reject(new Error(head.toString()));
      else resolve(socket);
    });
    socket.once('data', () => socket.resume());
  });
}

interface Idle {
  /** Kilobytes a stream. */
  resident: number;
  heap: number;
  /** Milliseconds of CPU in which all of them are told that they live. */
  beat: number;
}

/** Between two heartbeats, milliseconds. The middle of some: V8 tidies up by itself in one of them. */
async function beatCpu(pid: number): Promise<number> {
  const beats: number[] = [];
  while (beats.length < BEATS) {
    const before = await cpuTimes([pid]);
    await sleep(STREAM_HEARTBEAT_MS);
    beats.push(microsecondsBetween(before, await cpuTimes([pid])) / 1_000);
  }
  return median(beats);
}

const perStream = (before: Memory, after: Memory, what: (memory: Memory) => number): number =>
  (what(after) - what(before)) / 1_024 / STREAMS;

async function openAll(api: Api, people: readonly Person[], sockets: Socket[]): Promise<void> {
  const port = Number(new URL(api.origin).port);
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const some = people.slice(from, from + AT_ONCE).map((person) => openStream(port, person));
    sockets.push(...(await Promise.all(some)));
  }
}

async function idleStreams(installation: Installation, people: readonly Person[]): Promise<Idle> {
  const api = await startApi(installation, {}, { collectable: true });
  const sockets: Socket[] = [];
  try {
    // The first ones bring in what is there once.
    await openAll(api, people.slice(0, AT_ONCE), sockets);
    for (const socket of sockets.splice(0)) socket.destroy();
    await sleep(REST_MS);
    const before = await api.memory();
    const silent = await beatCpu(api.pid);
    await openAll(api, people, sockets);
    await sleep(REST_MS);
    const after = await api.memory();
    return {
      resident: perStream(before, after, ({ rss }) => rss),
      heap: perStream(before, after, ({ heap, external }) => heap + external),
      beat: (await beatCpu(api.pid)) - silent,
    };
  } finally {
    for (const socket of sockets) socket.destroy();
    await api.stop();
  }
}

/** What an idle event stream keeps in memory, by two thousand people who each hold one open. */
export async function measureStreams(bench: Bench): Promise<Finding[]> {
  const results = await inOwnInstallation(bench.services, async (installation) => {
    const people = await invite(installation, { people: STREAMS, pictures: 0 });
    return inRounds([{ name: 'stream', run: () => idleStreams(installation, people) }], {
      rounds: Math.ceil(bench.rounds / 3),
      warmUps: 0,
      onRound: (round, rounds) => bench.say(`  round ${round} of ${rounds}`),
    });
  });
  const all = resultsOf(results, 'stream');
  const open = `${STREAMS.toLocaleString('en')} open`;
  return [
    {
      budget: '11',
      what: `resident memory of an idle event stream after a collection, ${open}`,
      unit: 'KB',
      measured: spread(all.map(({ resident }) => resident)),
      goal: atMost(12),
    },
    {
      budget: '11',
      what: `objects and buffers of an idle event stream, ${open}`,
      unit: 'KB',
      measured: spread(all.map(({ heap }) => heap)),
      goal: null,
    },
    {
      budget: '11',
      what: `a heartbeat to all of them (every ${STREAM_HEARTBEAT_MS / 1_000} s), CPU`,
      unit: 'ms',
      measured: spread(all.map(({ beat }) => beat)),
      goal: null,
    },
  ];
}
