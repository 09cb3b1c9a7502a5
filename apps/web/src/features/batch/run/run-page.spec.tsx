import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { BATCH_ID, batch, batchCheck, batchRow } from '../../../../test/batches';
import { passUntil } from '../../../../test/pass-until';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import { formatDate } from '../../../shared/format/format';
import { progressReceived } from '../../../entities/generation/generation-jobs';
import { readDraft } from '../draft';
import { RunPage } from './run-page';

const server = startServer();

/** Calls that changed the batch. */
let calls: string[] = [];

beforeEach(() => {
  calls = [];
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

async function open(shown: ReturnType<typeof batch>) {
  let now = shown;
  const change = (name: string, part: Partial<typeof shown>) =>
    http.post(`${API}/batches/:id/${name}`, () => {
      calls.push(name);
      now = { ...now, ...part };
      return ok(now);
    });
  server.use(
    http.get(`${API}/batches/:id`, () => ok(now)),
    change('pause', { status: 'paused', pause_reason: 'user' }),
    change('resume', { status: 'running', pause_reason: null }),
    change('stop', { status: 'stopped' }),
  );
  const main = (
    <main>
      <RunPage id={BATCH_ID} />
    </main>
  );
  return renderPart(main, {
    user: { ...USER, subscription_status: 'pro' },
    namespaces: ['batch', 'options'],
    path: `/batch/${BATCH_ID}`,
  });
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('a batch', () => {
  it('says how far it is, what it costs, and how each row stands', async () => {
    await open(batch(['completed', 'failed', 'processing', 'waiting']));
    expect(await screen.findByRole('progressbar', { name: '2 of 4 rows finished' })).toHaveAttribute(
      'aria-valuenow',
      '50',
    );
    expect(screen.getByText(/About 3 min left/)).toBeVisible();
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Done3.5 credits$/),
      expect.stringMatching(/refused this prompt. Not charged.0 credits$/),
      expect.stringMatching(/Generating3.5 credits$/),
      expect.stringMatching(/Waiting3.5 credits$/),
    ]);
    expect(screen.getByRole('link', { name: 'No. 0001: Prompt 1' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/gallery\?image=/),
    );
  });

  it('is paused and resumed', async () => {
    await open(batch(['processing', 'waiting']));
    await press('Pause');
    expect(await screen.findByText('Paused by you')).toBeVisible();
    await press('Resume');
    await screen.findByRole('button', { name: 'Pause' });
    expect(calls).toEqual(['pause', 'resume']);
  });

  it('says how far a row is as soon as each of its images has begun', async () => {
    const { store } = await open(batch(['processing'], { rows: [batchRow(1, 'processing', { count: 2 })] }));
    const bar = await screen.findByRole('progressbar', { name: 'Progress of row 1' });
    const { generation_id: generation } = batchRow(1, 'processing');
    const tell = (n: number, fraction: number | null) =>
      act(() => {
        const image = { generation_id: generation ?? '', image_id: `image ${n}` };
        store.dispatch(progressReceived({ ...image, stage: 'drawing', fraction, preview: null }));
      });
    expect(bar).not.toHaveAttribute('aria-valuenow');
    tell(1, 0.5);
    expect(bar).toHaveAttribute('aria-valuenow', '25');
    tell(2, null);
    expect(bar).not.toHaveAttribute('aria-valuenow');
    tell(2, 0.5);
    expect(bar).toHaveAttribute('aria-valuenow', '50');
  });

  it('stays as it was when it cannot be paused, and says why', async () => {
    await open(batch(['processing', 'waiting']));
    server.use(http.post(`${API}/batches/:id/pause`, () => refuse('INTERNAL_ERROR')));
    await press('Pause');
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
  });

  it('says what stopping means for rows and credits before it stops', async () => {
    await open(batch(['processing', 'pending', 'waiting', 'waiting']));
    await press('Stop');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '2 waiting rows end. No credits were held for them.',
      '1 queued row is cancelled, and its credits return.',
      '1 row in progress finishes and is charged.',
    ]);
    expect(calls).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Stop the batch' }));
    expect(await screen.findByText('Stopped')).toBeVisible();
    // The button that was pressed is gone.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it.each([
    ['insufficient_credits', 'Paused: not enough credits'],
    ['plan', 'Paused: your plan has no batches'],
  ] as const)('paused for %s leads to the plans', async (pause_reason, title) => {
    const rows = [batchRow(1, 'completed'), batchRow(2, 'waiting', { price: 16 })];
    await open(batch(['completed', 'waiting'], { status: 'paused', pause_reason, rows }));
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing');
  });

  it('that too many declined prompts hold says so, and until when, and promises no time', async () => {
    const until = '2026-11-20T09:40:00.000Z';
    await open(batch(['completed', 'waiting'], { estimated_seconds: null, held_until: until }));
    const why = await screen.findByText('Waiting: too many prompts were declined');
    expect(why.closest('[role=status]')).toHaveTextContent(
      `Waiting rows begin automatically at ${formatDate(until, 'en', { timeStyle: 'short' })}.`,
    );
    expect(screen.getByText('0 in progress, 1 waiting.')).toBeVisible();
  });

  it('retries what was not made after its price was shown, once', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post(`${API}/batches/check`, async ({ request }) => {
        const { rows } = (await request.json()) as { rows: { prompt: string }[] };
        expect(rows.map(({ prompt }) => prompt)).toEqual(['Prompt 2', 'Prompt 3']);
        return ok(batchCheck(rows, 20));
      }),
      http.post(`${API}/batches/:id/retry`, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return ok(batch(['waiting', 'waiting'], { id: BATCH_ID.replace('1', '9') }), 202);
      }),
    );
    const page = await open(batch(['completed', 'failed', 'cancelled'], { status: 'completed' }));
    await press('Retry 2 rows');
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('2 rows · 7 credits. You have 20.')).toBeVisible();
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Retry 2 rows' }));
    await waitFor(() => expect(page.place()).not.toContain(BATCH_ID));
    expect(keys).toEqual([expect.any(String)]);
  });

  it('goes back into the editor with the settings of its rows', async () => {
    const page = await open(batch(['completed', 'failed'], { status: 'completed', name: 'Covers' }));
    await press('Edit and run again');
    expect(page.place()).toBe('/batch');
    expect(readDraft()).toMatchObject({
      name: 'Covers',
      rows: [{ cells: { prompt: 'Prompt 1', style: 'anime', size: '3:2' } }, { cells: { prompt: 'Prompt 2' } }],
    });
  });

  it('downloads its images as one archive', async () => {
    const asked: unknown[] = [];
    server.use(
      http.post(`${API}/images/exports`, async ({ request }) => {
        asked.push(await request.json());
        return refuse('EXPORT_RUNNING');
      }),
    );
    const shown = batch(['completed', 'failed', 'completed'], { status: 'completed' });
    await open(shown);
    await press('Download 2 images');
    expect(await screen.findByRole('alert')).toHaveTextContent('An export is running already.');
    expect(asked).toEqual([
      { format: 'zip', image_ids: shown.rows.flatMap(({ images }) => images.map(({ id }) => id)) },
    ]);
  });

  it('is asked for every few seconds while somebody looks at it, and at once when they come back', async () => {
    const realTimeout = setTimeout;
    const nextTurn = () => act(() => new Promise((resolve) => realTimeout(resolve, 1)));
    const until = async (isDone: () => boolean) => {
      while (!isDone()) await nextTurn();
    };
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        await act(() => jest.advanceTimersByTimeAsync(1_000));
        await nextTurn();
      }
    };
    const look = (visibility: DocumentVisibilityState) => {
      jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
      act(() => void window.dispatchEvent(new Event('visibilitychange')));
    };
    let asked = 0;
    server.events.on('request:start', () => (asked += 1));
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance', 'setImmediate', 'nextTick'] });
    await open(batch(['processing']));
    await screen.findByRole('button', { name: 'Pause' });
    asked = 0;
    await pass(6);
    await until(() => asked === 1);
    look('hidden');
    await pass(20);
    expect(asked).toBe(1);
    look('visible');
    await until(() => asked === 2);
    server.events.removeAllListeners();
  });

  it('that was stopped is asked for until the last row that had begun has ended', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance', 'setImmediate', 'nextTick'] });
    await open(batch(['processing', 'cancelled'], { status: 'stopped' }));
    await screen.findByRole('progressbar', { name: '1 of 2 rows finished' });
    let asked = 0;
    server.use(
      http.get(`${API}/batches/:id`, () => {
        asked += 1;
        return ok(batch(['completed', 'cancelled'], { status: 'stopped' }));
      }),
    );
    await passUntil(() => screen.queryByRole('button', { name: 'Delete batch' }) !== null);
    expect(screen.getByRole('progressbar', { name: '2 of 2 rows finished' })).toBeVisible();
    let isOver = false;
    setTimeout(() => (isOver = true), 60_000);
    await passUntil(() => isOver);
    expect(asked).toBe(1);
  });

  it('says so when there is none at the address', async () => {
    server.use(http.get(`${API}/batches/:id`, () => refuse('NOT_FOUND')));
    await renderPart(<RunPage id={BATCH_ID} />, { user: USER, namespaces: ['batch', 'options'] });
    expect(await screen.findByText('No such batch')).toBeVisible();
  });
});
