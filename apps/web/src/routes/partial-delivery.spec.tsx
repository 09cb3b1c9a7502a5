import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { POLL_FIRST_MS } from '@app/contracts';
import type { Generation, GenerationImage } from '@app/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { openApp, setBrowserLanguages } from '../../test/open-app';
import { generation as makeGeneration, image } from '../../test/generations';
import { hearServerTime } from '../shared/time/server-clock';
import { API, QUOTA, meHandler, ok, refuse, startServer } from '../../test/server';

const server = startServer();
let app: Awaited<ReturnType<typeof openApp>>;

let test = 0;
/** Runs on while a test holds the clock. */
const realTimeout = globalThis.setTimeout;

const idOf = (index: number) => `7a1f0c1e-0000-4000-8002-${String(test * 10 + index).padStart(12, '0')}`;
let rows: Map<string, Generation>;
let submitted: Record<string, unknown>[];

type Failed = Partial<Record<number, GenerationImage['error_code']>>;

/** Four images of which those named did not arrive. */
const partial = (failed: Failed, part: Partial<Generation> = {}): Generation => {
  const missing = Object.keys(failed).length;
  return makeGeneration({
    id: idOf(0),
    prompt: 'fox',
    model: 'sd3.5-flash',
    status: missing === 4 ? 'failed' : 'completed',
    count: 4,
    seed: 41,
    unit_price: 2.5,
    credits_used: (4 - missing) * 2.5,
    credits_returned: missing * 2.5,
    generated_images: [0, 1, 2, 3].map((index) =>
      image({
        id: idOf(index),
        seed: 41 + index,
        ...(failed[index]
          ? { status: 'failed', error_code: failed[index] }
          : { status: 'completed', url: 'http://localhost/api/files/a.png' }),
      }),
    ),
    ...part,
  });
};

beforeEach(() => {
  test += 1;
  rows = new Map();
  submitted = [];
  setBrowserLanguages(['en-US']);
  window.localStorage.setItem('access_token', 'good');
  window.localStorage.setItem('refresh_token', 'refresh');
  server.use(
    meHandler('good'),
    http.get(`${API}/images/generations/:id`, ({ params }) => {
      const row = rows.get(String(params.id));
      return row ? ok(row) : refuse('NOT_FOUND');
    }),
    http.post(`${API}/images/generate`, async ({ request }) => {
      submitted.push((await request.json()) as Record<string, unknown>);
      const next = makeGeneration({ id: idOf(9), prompt: 'fox', model: 'sd3.5-flash' });
      rows.set(next.id, next);
      return ok(next, 202);
    }),
  );
});
afterEach(() => {
  jest.useRealTimers();
  hearServerTime(new Date().toUTCString());
  app.close();
});

const open = async (generation: Generation, path = '/generate') => {
  rows.set(generation.id, generation);
  window.sessionStorage.setItem('generate_visit', JSON.stringify([generation.id]));
  app = await openApp(path);
  await screen.findByRole('group', { name: generation.prompt });
};
const tray = () => screen.getByRole('region', { name: /^(Your image|生成结果)$/ });

/** While the clock stands still the answer of a look is on its way. */
const answered = async (text: RegExp) => {
  for (let turn = 0; turn < 1000 && !screen.queryByText(text); turn += 1) {
    await act(() => new Promise((resolve) => realTimeout(resolve, 5)));
  }
  expect(screen.getByText(text)).toBeVisible();
};

describe('three of four', () => {
  it('says how many arrived, why, and what came back, and asks for the missing one with its seed', async () => {
    await open(partial({ 2: 'ENGINE_FAILED' }));
    expect(screen.getByText('3 of 4 arrived.')).toBeVisible();
    expect(screen.getAllByText('The engine could not make this image.')[0]).toBeVisible();
    expect(screen.getByRole('link', { name: '2.5 credits returned' })).toHaveAttribute(
      'href',
      '/profile?tab=statement&kind=return',
    );
    const told = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(told).toContain('3 of 4 images are ready. 2.5 credits returned.');
    await userEvent.dblClick(screen.getByRole('button', { name: /^Try the missing one again.*2\.5 credits$/ }));
    await screen.findByText(/^Ready by/);
    expect(submitted).toHaveLength(1);
    expect(submitted[0]).toMatchObject({ prompt: 'fox', model: 'sd3.5-flash', seed: 43, count: 1 });
    expect(screen.getByRole('textbox', { name: 'What should it show?' })).toHaveValue('');
  });

  it('what stands against asking again is said where it was asked', async () => {
    server.use(http.get(`${API}/quota`, () => ok({ ...QUOTA, remainingCredits: 1 })));
    await open(partial({ 2: 'ENGINE_FAILED' }));
    await screen.findByText('credit left');
    const panel = screen.getByRole('group', { name: 'fox' });
    await userEvent.click(within(panel).getByRole('button', { name: /^Try the missing one again/ }));
    expect(within(panel).getByRole('alert')).toHaveTextContent(/^Insufficient quota/);
    expect(submitted).toEqual([]);
  });

  it('in Chinese', async () => {
    await open(partial({ 0: 'CONTENT_REJECTED' }), '/zh/generate');
    expect(screen.getByText('4 张里完成了 3 张。')).toBeVisible();
    expect(within(tray()).getByText(/^引擎拒绝生成这张图。.*提示词没有问题，换个种子可能就能通过。$/)).toBeVisible();
    expect(screen.getByRole('link', { name: '已退回 2.5 积分' })).toBeVisible();
    expect(screen.getByRole('button', { name: /^补画缺的那张.*2\.5 积分$/ })).toBeVisible();
  });
});

describe('the promised time', () => {
  const fakeTimers = () =>
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance', 'setImmediate', 'nextTick'] });
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
  const open1 = (part: Partial<Generation>) => open(makeGeneration({ id: idOf(0), prompt: 'fox', ...part }));

  it('is a time of day at first, counted down in the last minute, and then says what happens', async () => {
    fakeTimers();
    await open1({ deadline: inSeconds(70), status: 'processing' });
    expect(screen.getByText(/^Ready by .*, or your credits return\.$/)).toBeVisible();
    await pass(15_000);
    expect(screen.getByText(/^Ready within 5\d s, or your credits return\.$/)).toBeVisible();
    await pass(56_000);
    expect(screen.getByText('Out of time: your credits are returning.')).toBeVisible();
  });

  it('follows the clock of the server where this one is wrong', async () => {
    const ahead = 10 * 60_000;
    server.use(
      http.get(`${API}/quota`, () => {
        const answer = ok(QUOTA);
        answer.headers.set('date', new Date(Date.now() + ahead).toUTCString());
        return answer;
      }),
    );
    // About four minutes by the server's clock, fourteen by this one, and in the middle of a minute: the server tells
    // whole seconds only.
    const due = new Date();
    due.setMinutes(due.getMinutes() + 4, 30);
    const deadline = new Date(due.getTime() + ahead).toISOString();
    await open1({ deadline, status: 'processing', created_at: inSeconds(600) });
    const soon = due.toLocaleTimeString('en-US', { timeStyle: 'short' }).split(':')[1];
    await waitFor(() => expect(screen.getByText(/^Ready by/)).toHaveTextContent(`:${soon?.slice(0, 2)}`));
  });

  it('comes with the place in line and an estimate that runs down between two looks', async () => {
    fakeTimers();
    await open1({ queue: { position: 2, estimated_seconds: 40 } });
    expect(screen.getByText(/Place 2 in the queue · about (40|39) s left$/)).toBeVisible();
    await pass(5000);
    expect(screen.getByText(/Place 2 in the queue · about 3[45] s left$/)).toBeVisible();
    rows.set(
      idOf(0),
      makeGeneration({
        id: idOf(0),
        prompt: 'fox',
        status: 'processing',
        queue: { position: 0, estimated_seconds: 8 },
      }),
    );
    await pass(POLL_FIRST_MS - 4000);
    await answered(/\d+ s so far · about [1-8] s left$/);
    server.use(http.get(`${API}/images/generations/:id`, () => refuse('SERVICE_UNAVAILABLE')));
    await pass(9000);
    expect(screen.getByText(/\d+ s so far · longer than usual$/)).toBeVisible();
  });
});
