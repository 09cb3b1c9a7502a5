import { GENERATION_DEADLINE_SECONDS } from '@app/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenToEvents, type EventStream } from '../measure/event-stream.js';
import { startBackgroundLoad, type BackgroundResult } from '../measure/http.js';
import type { Child } from '../product/child.js';
import { readEndings, type Endings } from './endings.js';
import type { RunningProduct } from './running-product.js';
import { submit, type Submission } from './submission.js';
import type { CrowdUser } from './users.js';

const POLL_MS = 250;
/** The sweep ends what is past its deadline. */
const TIMEOUT_MS = (GENERATION_DEADLINE_SECONDS + 60) * 1_000;
const BACKGROUND = { connections: 4, perSecond: 20 };
const STREAMS_AT_ONCE = 25;
const LIGHT = ['/api/images/sizes', '/api/quota', '/api/images', '/api/users/profile', '/api/images/generations'];

/** Megabytes in use after a garbage collection. */
export interface MemoryUse {
  api: number;
  workers: number;
}

export interface RushResult {
  submissions: Submission[];
  endings: Endings;
  background: BackgroundResult;
  /** Accepted generations whose end no event reported. */
  unreported: number;
  /** After a tenth of the generations ended, and after all ended. */
  early: MemoryUse;
  late: MemoryUse;
}

export interface RushOptions {
  users: readonly CrowdUser[];
  /** Users who send light requests meanwhile. */
  readers: readonly CrowdUser[];
  each: number;
  retryMs: number;
}

async function memoryUse({ apis, workers }: RunningProduct): Promise<MemoryUse> {
  const usedBy = async (children: readonly Child[]): Promise<number> => {
    const used = await Promise.all(children.map((child) => child.memory()));
    return used.reduce((sum, { heap, external }) => sum + heap + external, 0) / 2 ** 20;
  };
  return { api: await usedBy(apis), workers: await usedBy(workers) };
}

async function openStreams(origin: string, users: readonly CrowdUser[]): Promise<Map<string, EventStream>> {
  const streams = new Map<string, EventStream>();
  for (let from = 0; from < users.length; from += STREAMS_AT_ONCE) {
    const opening = users.slice(from, from + STREAMS_AT_ONCE).map(async ({ userId, headers }) => {
      streams.set(userId, await listenToEvents(origin, headers));
    });
    await Promise.all(opening);
  }
  return streams;
}

async function pollEndings(product: RunningProduct, isDone: (endings: Endings) => boolean): Promise<Endings> {
  const until = performance.now() + TIMEOUT_MS;
  for (;;) {
    const endings = await readEndings(product.installation.database);
    if (isDone(endings) || performance.now() > until) return endings;
    await sleep(POLL_MS);
  }
}

/** All users submit at the same moment; resolves when everything has ended. */
export async function rush(
  product: RunningProduct,
  { users, readers, each, retryMs }: RushOptions,
): Promise<RushResult> {
  const { origin } = product;
  const streams = await openStreams(origin, users);
  const load = startBackgroundLoad(
    {
      origin,
      connections: BACKGROUND.connections,
      request: (index) => ({
        path: LIGHT[index % LIGHT.length] ?? '',
        headers: readers[index % readers.length]?.headers ?? {},
      }),
    },
    BACKGROUND.perSecond,
  );
  try {
    const until = performance.now() + retryMs;
    const submitting = users.flatMap((user) => Array.from({ length: each }, () => submit(origin, user, until)));
    let isSubmitting = true;
    const submitted = Promise.all(submitting).finally(() => {
      isSubmitting = false;
    });
    const tenth = submitting.length / 10;
    await pollEndings(product, ({ accepted, open }) => accepted - open >= tenth || (!isSubmitting && open === 0));
    const early = await memoryUse(product);
    const submissions = await submitted;
    const endings = await pollEndings(product, ({ open }) => open === 0);
    const late = await memoryUse(product);
    const unreported = submissions.filter(
      ({ id, user }) => id !== null && !streams.get(user.userId)?.hasReported(id),
    ).length;
    return { submissions, endings, unreported, early, late, background: await load.stop() };
  } finally {
    await load.stop();
    for (const stream of streams.values()) stream.close();
  }
}
