import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { POLL_FIRST_MS, type Generation, type GenerationProgress } from '@app/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, delay, http } from 'msw';
import { openApp, setBrowserLanguages } from '../../test/open-app';
import { generation as makeGeneration, image } from '../../test/generations';
import { API, QUOTA, meHandler, ok, refuse, startServer } from '../../test/server';

const server = startServer();
let app: Awaited<ReturnType<typeof openApp>>;

let test = 0;
/** Each test has generations of its own: a watch outlives the page that began it. */
const idOf = (index: number) => `7a1f0c1e-0000-4000-8000-${String(test * 10 + index).padStart(12, '0')}`;
/** The server's generations by id, as every look and every answer shows them. */
let rows: Map<string, Generation>;
let cancelled: string[];
let looksAtQuota: number;

const change = (id: string, part: Partial<Generation>) => {
  const row = rows.get(id);
  if (row) rows.set(id, makeGeneration({ prompt: row.prompt, ...part, id }));
};
const taken = (): Partial<Generation> => ({
  status: 'failed',
  error_code: 'CANCELLED',
  generated_images: [image({ status: 'failed', error_code: 'CANCELLED' })],
});
const shown = (id: unknown) => {
  const row = rows.get(String(id));
  return row ? ok(row) : refuse('NOT_FOUND');
};
const handlers = [
  http.get(`${API}/quota`, () => {
    looksAtQuota += 1;
    return ok(QUOTA);
  }),
  http.get(`${API}/images/generations/:id`, ({ params }) => shown(params.id)),
  http.post(`${API}/images/generations/:id/cancel`, async ({ params }) => {
    cancelled.push(String(params.id));
    await delay(20);
    change(String(params.id), taken());
    return shown(params.id);
  }),
];
/** What the next attempts to take back meet. */
const answerCancel = (answer: (id: string) => Response) =>
  server.use(
    http.post(`${API}/images/generations/:id/cancel`, ({ params }) => {
      cancelled.push(String(params.id));
      return answer(String(params.id));
    }),
  );

beforeEach(() => {
  test += 1;
  rows = new Map();
  cancelled = [];
  looksAtQuota = 0;
  setBrowserLanguages(['en-US']);
  window.localStorage.setItem('access_token', 'good');
  window.localStorage.setItem('refresh_token', 'refresh');
  server.use(meHandler('good'), ...handlers);
});
afterEach(() => {
  jest.useRealTimers();
  app.close();
});

/** The page, with generations that wait already, asked for in this tab; the last one is in the tray. */
const open = async (prompts: string[], path = '/generate') => {
  for (const prompt of prompts) {
    const id = idOf(rows.size);
    rows.set(id, makeGeneration({ id, prompt, queue: { position: 3, estimated_seconds: 40 } }));
  }
  window.sessionStorage.setItem('generate_visit', JSON.stringify([...rows.keys()].toReversed()));
  app = await openApp(path);
  await screen.findByRole('group', { name: prompts.at(-1) });
};
const fakeTimers = () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance', 'setImmediate', 'nextTick'] });
  return userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
};
const button = () => screen.getByRole('button', { name: 'Cancel' });
const noButton = () => waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull());

describe('a generation that waits', () => {
  it('can be taken back; what that means for the credits is said before, and it looks like no failure afterwards', async () => {
    await open(['fox']);
    expect(button()).toHaveAccessibleDescription('Not started yet: all 3.5 credits return.');
    const before = looksAtQuota;
    await userEvent.dblClick(button());
    expect(await screen.findByText('You cancelled this one.')).toBeVisible();
    expect(screen.getByText('3.5 credits returned.')).toBeVisible();
    expect(cancelled).toEqual([idOf(0)]);
    await waitFor(() => expect(looksAtQuota).toBeGreaterThan(before));
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    expect(screen.getByText('Generate it again whenever you like.')).toBeVisible();
    expect(screen.queryByText('This image was not made')).toBeNull();
    expect(screen.queryAllByRole('alert').filter((alert) => alert.textContent !== '')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Generate again' }));
    expect(screen.getByRole('textbox', { name: 'What should it show?' })).toHaveValue('fox');
  });

  it('is not offered back any more once the engine is heard of, whatever the row still says', async () => {
    const progress: GenerationProgress = {
      generation_id: idOf(0),
      image_id: makeGeneration().generated_images[0]?.id ?? '',
      stage: 'drawing',
      fraction: 0.5,
      preview: null,
    };
    await open(['fox']);
    await waitFor(() => expect(server.imageEvents.isConnected).toBe(true));
    act(() => server.imageEvents.send('progress', progress, '1'));
    expect(await screen.findByText('Drawing')).toBeVisible();
    await noButton();
  });
});

describe('when it cannot be taken back', () => {
  it('because work has begun, it says so and goes on following', async () => {
    answerCancel((id) => {
      change(id, { status: 'processing' });
      return refuse('GENERATION_NOT_CANCELLABLE');
    });
    const user = fakeTimers();
    await open(['fox']);
    await user.click(button());
    expect(await screen.findByText('It can no longer be cancelled: it has started.')).toBeVisible();
    expect(await screen.findByText('Generating')).toBeVisible();
    await noButton();
    expect(screen.getByRole('group', { name: 'fox' })).toHaveFocus();
    change(idOf(0), { status: 'completed' });
    await act(() => jest.advanceTimersByTimeAsync(POLL_FIRST_MS + 200));
    expect(await screen.findByRole('button', { name: 'Download' })).toBeVisible();
  });

  it('because the answer was lost, it looks how things stand', async () => {
    answerCancel((id) => {
      change(id, taken());
      return HttpResponse.error();
    });
    await open(['fox']);
    await userEvent.click(button());
    expect(await screen.findByText('You cancelled this one.')).toBeVisible();
  });

  it('because the server is out of order, it says so, and it can be tried again', async () => {
    answerCancel(() => refuse('SERVICE_UNAVAILABLE'));
    await open(['fox']);
    await userEvent.click(button());
    await waitFor(() => expect(document.querySelector('[data-sonner-toast]')).toBeInTheDocument());
    expect(button()).toHaveFocus();
    server.use(meHandler('good'), ...handlers);
    await userEvent.click(button());
    expect(await screen.findByText('You cancelled this one.')).toBeVisible();
    expect(cancelled).toEqual([idOf(0), idOf(0)]);
  });
});

describe('elsewhere', () => {
  it('the strip takes back what is not in the tray, and says so', async () => {
    await open(['fox', 'owl']);
    const strip = screen.getByRole('region', { name: 'Recent' });
    const fox = () => within(strip).getByRole('button', { name: /: fox$/ });
    act(() => within(strip).getByRole('button', { name: 'Cancel “fox”: 3.5 credits return' }).focus());
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('You cancelled this one. 3.5 credits returned.')).toBeVisible();
    await waitFor(() => expect(fox()).toHaveAccessibleName('Cancelled: fox'));
    expect(fox()).toHaveFocus();
    expect(cancelled).toEqual([idOf(0)]);
    expect(button()).toBeVisible();
    expect(within(strip).getByRole('button', { name: /^Cancel “owl”/ })).toBeVisible();
  });
});
