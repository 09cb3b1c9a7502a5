import { GENERATION_DEADLINE_SECONDS } from '@app/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenToEvents, type EventStream } from '../measure/event-stream.js';
import { startProbe, type Probed } from '../measure/probe.js';
import type { Child } from '../product/child.js';
import { readEnding, type Ending } from './ending.js';
import type { Person } from './people.js';
import type { Scene } from './scene.js';
import { wish, type Wish } from './submit.js';

const LOOK_MS = 250;
/** What is past its deadline is given back by the next sweep. */
const PATIENCE_MS = (GENERATION_DEADLINE_SECONDS + 60) * 1_000;
const PROBES_PER_SECOND = 20;
const STREAMS_AT_ONCE = 25;

/** Megabytes that live after a collection: JavaScript objects and what they hold. */
export interface Living {
  api: number;
  /** All of them together. */
  workers: number;
  /** Of all these processes, as the system counts them. */
  resident: number;
}

export interface Rush {
  wishes: Wish[];
  ending: Ending;
  probed: Probed;
  /** Ends of generations that their owner's event stream did not tell. */
  untold: number;
  /** After a tenth of the generations had ended, and after all had. */
  early: Living;
  late: Living;
}

export interface RushOptions {
  people: readonly Person[];
  /** Who looks at light things meanwhile. */
  readers: readonly Person[];
  /** Generations that each person asks for at once. */
  each: number;
  /** How long they ask again when they are told to, milliseconds. */
  patienceMs: number;
  say: (text: string) => void;
}

async function living(api: Child, workers: readonly Child[]): Promise<Living> {
  const [own, ...others] = await Promise.all([api, ...workers].map((child) => child.memory()));
  const megabytes = (bytes: number): number => bytes / 2 ** 20;
  const used = (all: typeof others): number =>
    megabytes(all.reduce((sum, { heap, external }) => sum + heap + external, 0));
  const all = own ? [own, ...others] : others;
  return {
    api: used(own ? [own] : []),
    workers: used(others),
    resident: megabytes(all.reduce((sum, { rss }) => sum + rss, 0)),
  };
}

async function openStreams(origin: string, people: readonly Person[]): Promise<Map<string, EventStream>> {
  const streams = new Map<string, EventStream>();
  for (let from = 0; from < people.length; from += STREAMS_AT_ONCE) {
    const opening = people.slice(from, from + STREAMS_AT_ONCE).map(async ({ userId, token, headers }) => {
      streams.set(userId, await listenToEvents(origin, token, headers));
    });
    await Promise.all(opening);
  }
  return streams;
}

/** Waits until so many generations have ended and nobody asks for more, but no longer than any may take. */
async function untilEnded(
  scene: Scene,
  isEnough: (ending: Ending) => boolean,
  say: (text: string) => void,
): Promise<Ending> {
  const until = performance.now() + PATIENCE_MS;
  let said = performance.now();
  for (;;) {
    const ending = await readEnding(scene.installation.database);
    if (isEnough(ending) || performance.now() > until) return ending;
    if (performance.now() - said > 15_000) {
      say(`    ${ending.accepted} accepted, ${ending.completed} completed`);
      said = performance.now();
    }
    await sleep(LOOK_MS);
  }
}

const LIGHT = ['/api/images/sizes', '/api/quota', '/api/images', '/api/users/profile', '/api/images/generations'];

/** Everybody asks at the same moment, and watches until everything has ended. */
export async function rush(scene: Scene, { people, readers, each, patienceMs, say }: RushOptions): Promise<Rush> {
  const { api, workers } = scene;
  const streams = await openStreams(api.origin, people);
  const probe = startProbe(api.origin, PROBES_PER_SECOND, (index) => ({
    path: LIGHT[index % LIGHT.length] ?? '',
    headers: readers[index % readers.length]?.headers ?? {},
  }));
  try {
    const untilMs = performance.now() + patienceMs;
    const asked = people.flatMap((person) => Array.from({ length: each }, () => wish(api.origin, person, { untilMs })));
    let stillAsking = true;
    const wishing = Promise.all(asked).finally(() => {
      stillAsking = false;
    });
    const some = asked.length / 10;
    await untilEnded(scene, ({ accepted, open }) => accepted - open >= some || (!stillAsking && open === 0), say);
    const early = await living(api, workers);
    const wishes = await wishing;
    const ending = await untilEnded(scene, ({ open }) => open === 0, say);
    const late = await living(api, workers);
    const untold = wishes.filter(({ id, person }) => id !== null && !streams.get(person.userId)?.hasTold(id)).length;
    return { wishes, ending, untold, early, late, probed: await probe.stop() };
  } finally {
    await probe.stop();
    for (const stream of streams.values()) stream.close();
  }
}
