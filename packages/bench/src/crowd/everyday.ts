import { setTimeout as sleep } from 'node:timers/promises';
import { listenToEvents } from '../measure/event-stream.js';
import { Connection, type HttpRequest } from '../measure/http-load.js';
import { CROWD_MODEL, type Person } from './people.js';

/** Seconds that somebody looks at what came before the next step, least and most. */
const LOOK_SECONDS = [2, 8] as const;
/** What the app asks for when it is opened. */
const OPENING = [
  '/api/auth/me',
  '/api/quota',
  '/api/images/models',
  '/api/images/styles',
  '/api/images/sizes',
  '/api/images/generations',
  '/api/images',
];
/** Pages that somebody looks at next, each as often as it stands here. */
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
/** Every so many steps one asks for a picture. */
const STEPS_A_PICTURE = 8;

export interface Day {
  /** Milliseconds of each answer. */
  times: number[];
  /** Milliseconds of the answers to requests for pictures. */
  orders: number[];
  failures: string[];
}

const look = (): Promise<void> => {
  const [least, most] = LOOK_SECONDS;
  return sleep((least + Math.random() * (most - least)) * 1_000);
};

/** One person with the app open: comes within the first seconds, looks around at their own pace, now and then orders. */
export async function spendTime(origin: string, person: Person, untilMs: number): Promise<Day> {
  const day: Day = { times: [], orders: [], failures: [] };
  const ask = async (connection: Connection, request: HttpRequest, expected = 200): Promise<void> => {
    const began = performance.now();
    const { status, body } = await connection.ask({ ...request, headers: { ...person.headers, ...request.headers } });
    (expected === 202 ? day.orders : day.times).push(performance.now() - began);
    if (status !== expected) day.failures.push(`${request.path}: ${status} ${body.toString().slice(0, 200)}`);
  };
  await sleep(Math.random() * LOOK_SECONDS[1] * 1_000);
  const connection = await Connection.open(origin);
  const stream = await listenToEvents(origin, person.token, person.headers);
  try {
    for (const path of OPENING) await ask(connection, { path });
    for (let step = Math.floor(Math.random() * STEPS_A_PICTURE); performance.now() < untilMs; step += 1) {
      await look();
      if (step % STEPS_A_PICTURE === 0) {
        const body = JSON.stringify({ prompt: 'a lighthouse on a cliff at night, 水墨画', model: CROWD_MODEL });
        await ask(connection, { method: 'POST', path: '/api/images/generate', body }, 202);
      } else {
        for (const path of STEPS[Math.floor(Math.random() * STEPS.length)] ?? []) await ask(connection, { path });
      }
    }
  } catch (error) {
    day.failures.push(String(error));
  } finally {
    stream.close();
    connection.close();
  }
  return day;
}
