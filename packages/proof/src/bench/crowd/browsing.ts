import { setTimeout as sleep } from 'node:timers/promises';
import { listenToEvents, type EventStream } from '../measure/event-stream.js';
import { send } from '../measure/http.js';
import type { Latencies } from '../measure/statistics.js';
import { generateRequest } from './submission.js';
import type { CrowdUser } from './users.js';

const [LEAST_PAUSE, MOST_PAUSE] = [2, 8];
const OPENING = [
  '/api/auth/me',
  '/api/quota',
  '/api/images/models',
  '/api/images/styles',
  '/api/images/sizes',
  '/api/images/generations',
  '/api/images',
];
const STEPS = [
  ['/api/images?page=2'],
  ['/api/images?page=3'],
  ['/api/images?page=4'],
  ['/api/images?page=1', '/api/quota'],
  ['/api/images?q=light'],
  ['/api/images/favorites'],
  ['/api/images/generations', '/api/quota'],
  ['/api/quota', '/api/quota/statement'],
  ['/api/users/profile', '/api/users/me/preferences'],
];
const STEPS_PER_GENERATION = 8;

export interface BrowsingLog {
  answers: Latencies;
  /** From the click to the event of the finished image. */
  generations: Latencies;
  failures: string[];
}

/** One user with the app open, until `until` on the clock: opens pages and generates at every eighth step. */
export async function browse(origin: string, user: CrowdUser, until: number, log: BrowsingLog): Promise<void> {
  const { headers } = user;
  const open = async (path: string): Promise<void> => {
    const start = performance.now();
    const { status, text } = await send(origin, { path, headers });
    log.answers.record(performance.now() - start);
    if (status !== 200) log.failures.push(`${path}: ${status} ${text.slice(0, 200)}`);
  };
  const generate = async (stream: EventStream): Promise<void> => {
    const start = performance.now();
    const { status, text } = await send(origin, generateRequest(headers));
    if (status !== 202) throw new Error(`generate: ${status} ${text.slice(0, 200)}`);
    await stream.completed((JSON.parse(text) as { data: { id: string } }).data.id);
    log.generations.record(performance.now() - start);
  };
  const fail = (error: unknown): void => void log.failures.push(String(error));
  await sleep(Math.random() * MOST_PAUSE * 1_000);
  const stream = await listenToEvents(origin, headers);
  const generations: Promise<void>[] = [];
  try {
    for (const path of OPENING) await open(path);
    for (let step = Math.floor(Math.random() * STEPS_PER_GENERATION); performance.now() < until; step += 1) {
      await sleep((LEAST_PAUSE + Math.random() * (MOST_PAUSE - LEAST_PAUSE)) * 1_000);
      if (step % STEPS_PER_GENERATION === 0) generations.push(generate(stream).catch(fail));
      else for (const path of STEPS[Math.floor(Math.random() * STEPS.length)] ?? []) await open(path);
    }
    await Promise.all(generations);
  } catch (error) {
    fail(error);
  } finally {
    stream.close();
  }
}
