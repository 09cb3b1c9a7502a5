import { beforeEach, describe, expect, it } from '@jest/globals';
import type { User } from '@app/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { batch, batchCheck, BATCH_ID } from '../../../test/batches';
import { renderPart } from '../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../test/server';
import { BatchPage } from './batch-page';

const server = startServer();
const PRO: User = { ...USER, subscription_status: 'pro' };
const NO_BATCHES = { data: [], page: 1, limit: 12, total: 0 };

/** Starts that reached the server. */
let starts: { key: string | null; rows: unknown[] }[] = [];
let checked: unknown[][] = [];

beforeEach(() => {
  starts = [];
  checked = [];
  server.use(
    http.get(`${API}/batches`, () => ok(NO_BATCHES)),
    http.post(`${API}/batches/check`, async ({ request }) => {
      const { rows } = (await request.json()) as { rows: unknown[] };
      checked.push(rows);
      return ok(batchCheck(rows, 10));
    }),
    http.post(`${API}/batches`, async ({ request }) => {
      const { rows } = (await request.json()) as { rows: unknown[] };
      starts.push({ key: request.headers.get('idempotency-key'), rows });
      return ok(batch(['waiting', 'waiting']), 202);
    }),
  );
});

const open = (user: User = PRO, path = '/batch') =>
  renderPart(<BatchPage />, { user, namespaces: ['batch', 'options'], path });

/** Writes prompts and makes rows of them. */
async function addPrompts(...prompts: string[]) {
  const user = userEvent.setup();
  await user.click(await screen.findByLabelText('Prompts, one per line'));
  await user.paste(prompts.join('\n'));
  await user.click(screen.getByRole('button', { name: /^Add/ }));
  return user;
}

const rowsShown = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);
const startButton = () => screen.getByRole('button', { name: /^Start/ });

describe('the announcement', () => {
  it('is what a plan without batches sees, and does not call them unfinished where others have them', async () => {
    await open(USER);
    expect(await screen.findByText(/Batches are part of Pro and Enterprise/)).toBeVisible();
    expect(screen.queryByText(/cannot be started yet/)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
  });

  it('says that there are none yet where the installation has none', async () => {
    server.use(http.get(`${API}/batches`, () => refuse('NOT_FOUND')));
    await open(USER);
    expect(await screen.findByText(/Batches will be part of Pro and Enterprise/)).toBeVisible();
    expect(screen.getByText(/cannot be started yet/)).toBeVisible();
  });

  it('is what a plan with batches sees where they are switched off', async () => {
    server.use(http.get(`${API}/batches`, () => refuse('NOT_FOUND')));
    await open();
    expect(await screen.findByText(/Your plan will include batches/)).toBeVisible();
  });
});

describe('rows', () => {
  it('have a price each, a total, and a line where the credits end', async () => {
    await open();
    await addPrompts('A fox', 'A whale', 'A heron');
    await waitFor(() => expect(startButton()).toBeEnabled());
    expect(startButton()).toHaveAccessibleName(/Start 3 rows.*10.5 credits/);
    expect(screen.getByText(/pay for the first 2 rows/)).toBeVisible();
    expect(rowsShown().map((row) => row.textContent)).toEqual([
      expect.stringContaining('A fox'),
      expect.stringContaining('A whale'),
      expect.stringContaining('Your credits cover the rows up to here'),
      expect.stringContaining('A heron'),
    ]);
  });

  it('name their faults by cell and cannot be started until they are repaired', async () => {
    await open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('tab', { name: 'CSV, JSONL' }));
    await user.click(screen.getByLabelText('Rows from a sheet or a program'));
    await user.paste('prompt,style,count\nA fox,watercolour,9\n');
    await user.click(await screen.findByRole('button', { name: 'Add 1 row' }));
    expect(screen.getByText('Style: “watercolour” is not available.')).toBeVisible();
    expect(screen.getByText('Images: a whole number from 1 to 4.')).toBeVisible();
    expect(startButton()).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Edit row 1' }));
    const editor = within(screen.getByRole('group', { name: 'Row 1' }));
    await user.selectOptions(editor.getByLabelText('Style'), 'anime');
    await user.selectOptions(editor.getByLabelText('Images'), '');
    await waitFor(() => expect(startButton()).toBeEnabled());
    expect(checked.at(-1)).toEqual([expect.objectContaining({ prompt: 'A fox', style: 'anime', count: 1 })]);
  });

  it('show what only the server objects to', async () => {
    server.use(
      http.post(`${API}/batches/check`, () =>
        ok(
          batchCheck([1], 10, {
            rows: [
              {
                number: 1,
                price: null,
                faults: [{ field: 'model', code: 'MODEL_NOT_SUPPORTED', message: 'withdrawn' }],
              },
            ],
          }),
        ),
      ),
    );
    await open();
    await addPrompts('A fox');
    expect(await screen.findByText('withdrawn')).toBeVisible();
    expect(startButton()).toBeDisabled();
  });

  it('never become more than the plan allows: what does not fit stays in the field', async () => {
    await open();
    await addPrompts(...Array.from({ length: 12 }, (_, index) => `Prompt ${index + 1}`));
    expect(screen.getByText('10 of 10')).toBeVisible();
    expect(screen.getByLabelText('Prompts, one per line')).toHaveValue('Prompt 11\nPrompt 12');
    expect(screen.getByText(/The batch is full/)).toBeVisible();
  });

  it('come from a chosen file, in the encoding of Chinese Windows too', async () => {
    await open();
    const user = userEvent.setup();
    await screen.findByLabelText('Prompts, one per line');
    const bytes = new Uint8Array([0xcc, 0xe1, 0xca, 0xbe, 0xb4, 0xca]);
    // jsdom cannot read files.
    const file = Object.assign(new File([bytes], 'rows.csv'), { arrayBuffer: async () => bytes.buffer });
    await user.upload(screen.getByLabelText('Choose a file', { selector: 'input' }), file);
    expect(await screen.findByLabelText('Rows from a sheet or a program')).toHaveValue('提示词');
  });

  it('survive a reload', async () => {
    const { unmount } = await open();
    await addPrompts('A fox');
    unmount();
    await open();
    expect(await screen.findByText('A fox')).toBeVisible();
  });
});

describe('the start', () => {
  it('sends the rows once and opens the batch', async () => {
    const page = await open();
    const user = await addPrompts('A fox', 'A whale');
    await waitFor(() => expect(startButton()).toBeEnabled());
    await user.dblClick(startButton());
    await waitFor(() => expect(page.place()).toBe(`/batch/${BATCH_ID}`));
    expect(starts).toEqual([{ key: expect.any(String), rows: [expect.anything(), expect.anything()] }]);
  });

  it('keeps its key over a lost answer and a reload', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post(`${API}/batches`, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return HttpResponse.error();
      }),
    );
    const { unmount } = await open();
    const user = await addPrompts('A fox');
    await waitFor(() => expect(startButton()).toBeEnabled());
    await user.click(startButton());
    expect(await screen.findByRole('alert')).toBeVisible();
    unmount();
    await open();
    await screen.findByText('A fox');
    await waitFor(() => expect(startButton()).toBeEnabled());
    await user.click(startButton());
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
  });

  it.each(['/batch', '/batch?page=2'])('waits while another batch runs, and leads to it: %s', async (path) => {
    const { rows: _, ...running } = batch(['completed', 'waiting']);
    server.use(
      http.get(`${API}/batches`, ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page'));
        return ok({ ...NO_BATCHES, data: page === 1 ? [running] : [], page, total: 13 });
      }),
    );
    await open(PRO, path);
    await addPrompts('A fox');
    expect(screen.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', `/batch/${BATCH_ID}`);
    const progress = screen.getByRole('progressbar', { name: 'A batch is running: 1 of 2 rows' });
    expect(progress).toHaveAttribute('aria-valuenow', '50');
    expect(screen.getByText(/^One batch runs at a time/, { selector: '[role=status]' })).toBeVisible();
    expect(startButton()).toBeDisabled();
  });
});
