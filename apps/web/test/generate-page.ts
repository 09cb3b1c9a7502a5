import { afterEach, beforeEach, expect, jest } from '@jest/globals';
import type { Generation, ModelOffer } from '@app/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http } from 'msw';
import { models } from './models';
import { openApp, setBrowserLanguages } from './open-app';
import { generation as makeGeneration } from './generations';
import { API, QUOTA, meHandler, ok, refuse, type startServer } from './server';

/** Not the other calls below `/images`. */
const IMAGE = /\/images\/[\da-f-]{36}$/;

interface Submitted {
  key: string | null;
  body: Record<string, unknown>;
}

/** The generate page of somebody who is signed in, and a server whose engines come and go. */
export function startGeneratePage(server: ReturnType<typeof startServer>) {
  let app: Awaited<ReturnType<typeof openApp>>;
  let test = 0;
  const world = {
    submitted: [] as Submitted[],
    looksAtModels: 0,
    /** What the list says at the moment. */
    offers: (): ModelOffer[] => models(),
    place: () => app.place(),
    /** Each test has a generation of its own: a watch outlives the page that began it. */
    generation: (part: Partial<Generation> = {}) =>
      makeGeneration({ id: `7a1f0c1e-0000-4000-8001-${String(test).padStart(12, '0')}`, ...part }),
    /** Answers the submissions one after the other; the last answer stays. */
    answerSubmissions: (...answers: (() => Response)[]) =>
      server.use(
        http.post(`${API}/images/generate`, async ({ request }) => {
          const body = (await request.json()) as Record<string, unknown>;
          world.submitted.push({ key: request.headers.get('idempotency-key'), body });
          await delay(10);
          return answers[Math.min(world.submitted.length, answers.length) - 1]?.() ?? refuse('INTERNAL_ERROR');
        }),
      ),
    open: async (path = '/generate') => {
      app = await openApp(path);
      await screen.findByText(path.startsWith('/zh') ? '剩余积分' : 'credits left');
      await waitFor(() => expect(world.looksAtModels).toBeGreaterThan(0));
    },
  };

  beforeEach(() => {
    test += 1;
    Object.assign(world, { submitted: [], looksAtModels: 0, offers: () => models() });
    setBrowserLanguages(['en-US']);
    window.localStorage.setItem('access_token', 'good');
    window.localStorage.setItem('refresh_token', 'refresh');
    server.use(
      meHandler('good'),
      http.get(`${API}/quota`, () => ok(QUOTA)),
      http.get(`${API}/images/generations/:id`, () => refuse('NOT_FOUND')),
      http.get(IMAGE, () => refuse('NOT_FOUND')),
      http.get(`${API}/images/models`, () => {
        world.looksAtModels += 1;
        return ok(world.offers());
      }),
    );
    world.answerSubmissions(() => ok(world.generation(), 202));
  });
  afterEach(() => {
    jest.useRealTimers();
    app.close();
  });
  return world;
}

/** Holds the clock; the keyboard and the mouse of the answer know it. */
export const fakeTimers = () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance', 'setImmediate', 'nextTick'] });
  return userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
};
export const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
export const openNegative = () => userEvent.click(screen.getByRole('button', { name: 'Leave out' }));
/** Opens the part of the settings that a chip stands for. */
export const openSetting = (name: string) =>
  userEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}: `) }));
export const submit = () => screen.getByRole('button', { name: /^(Generate|生成)/ });
export const prompt = () => screen.getByRole('textbox', { name: /^(What should it show|想画什么)/ });
