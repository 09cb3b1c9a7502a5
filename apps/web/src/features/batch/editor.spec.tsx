import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { User } from '@app/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { batch, batchCheck } from '../../../test/batches';
import { renderPart } from '../../../test/render-part';
import { API, QUOTA, USER, ok, refuse, startServer } from '../../../test/server';
import { connectToasts, type ToastMessage } from '../../shared/toasts';
import { EMPTY_DRAFT, readDraft, writeDraft } from './draft';
import { Editor } from './editor';
import type { Cells } from './rows/row';

const server = startServer();
const PRO: User = { ...USER, subscription_status: 'pro' };
let available = 20;
let bodies: unknown[] = [];

beforeEach(() => {
  available = 20;
  bodies = [];
  server.use(
    http.post(`${API}/batches/check`, async ({ request }) => {
      const { rows } = (await request.json()) as { rows: unknown[] };
      return ok(batchCheck(rows, available));
    }),
    http.post(`${API}/batches`, async ({ request }) => {
      bodies.push(await request.json());
      return ok(batch(['waiting']), 202);
    }),
  );
});

/** The editor with rows that were begun before. */
async function open(rows: Cells[], { name = '', limit = 3 } = {}) {
  writeDraft({ ...EMPTY_DRAFT, name, rows: rows.map((cells, index) => ({ id: index + 1, cells })) });
  const options = { user: PRO, namespaces: ['batch', 'options'], settles: true } as const;
  return renderPart(<Editor limit={limit} running={undefined} />, options);
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const start = () => screen.getByRole('button', { name: /^Start/ });
const lines = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
const editorOf = (number: number) => screen.queryByRole('group', { name: `Row ${number}` });
const checkedIn = () => waitFor(() => expect(screen.queryByText('Checking the prices…')).toBeNull());

describe('the rows', () => {
  it('are edited in their place, one at a time', async () => {
    await open([{ prompt: 'A fox' }, { prompt: 'A whale', negative_prompt: 'text' }]);
    await press('Edit row 2');
    expect(screen.getByRole('button', { name: 'Edit row 2' })).toHaveAttribute('aria-expanded', 'true');
    const editor = within(screen.getByRole('group', { name: 'Row 2' }));
    expect(editor.getByLabelText('Prompt')).toHaveFocus();
    expect(editor.getByLabelText('Prompt')).toHaveValue('A whale');
    expect(editor.getByLabelText('Leave out')).toHaveValue('text');
    await userEvent.type(editor.getByLabelText('Prompt'), '!');
    await userEvent.type(editor.getByLabelText('Seed'), '7');
    await userEvent.clear(editor.getByLabelText('Leave out'));
    await userEvent.type(editor.getByLabelText('Leave out'), 'fog');
    await press('Done');
    expect(editorOf(2)).toBeNull();
    expect(lines()).toEqual([
      expect.stringMatching(/^1A foxSame as all/),
      expect.stringMatching(/^2A whale!without fogSeed 7/),
    ]);
    await press('Edit row 2');
    await press('Edit row 1');
    expect(editorOf(1)).toBeVisible();
    expect(editorOf(2)).toBeNull();
    await press('Edit row 1');
    expect(editorOf(1)).toBeNull();
  });

  it('are copied while there is room and removed, alone or all', async () => {
    await open([{ prompt: 'A fox' }, { prompt: 'A whale' }]);
    expect(screen.getByText('2 of 3')).toBeVisible();
    await press('Duplicate row 1');
    expect(readDraft().rows.map(({ cells }) => cells.prompt)).toEqual(['A fox', 'A fox', 'A whale']);
    expect(screen.getByRole('button', { name: 'Duplicate row 1' })).toBeDisabled();
    await press('Remove row 3');
    expect(screen.getByRole('heading', { name: /^Rows/ })).toHaveFocus();
    expect(lines()).toHaveLength(2);
    await press('Remove all');
    expect(screen.getByText('No rows yet')).toBeVisible();
    await press('Try an example');
    expect(screen.getByLabelText('One prompt with choices')).toHaveValue(
      'A {red fox|white crane} by a still lake at {dawn|dusk}, low mist',
    );
  });

  it('have an example while there are none, and the template that was begun comes back', async () => {
    const toasts: ToastMessage[] = [];
    const disconnect = connectToasts((toast) => toasts.push(toast));
    await open([]);
    await userEvent.click(screen.getByRole('tab', { name: 'Template' }));
    const template = () => screen.getByLabelText('One prompt with choices');
    await userEvent.type(template(), 'A thought');
    await press('Try an example');
    expect(template()).not.toHaveValue('A thought');
    expect(toasts.at(-1)).toMatchObject({ text: 'Your text was replaced.', action: { label: 'Undo' } });
    act(() => toasts.at(-1)?.action?.run());
    expect(template()).toHaveValue('A thought');
    disconnect();
  });

  it('say what they have of their own, and keep what does not exist until it is replaced', async () => {
    await open([{ prompt: 'A fox', style: 'anime', count: '2', output_format: 'jpeg', seed: '5' }, { size: '9:9' }]);
    expect(lines()).toEqual([
      expect.stringContaining('A foxAnime · JPEG · 2 images · Seed 5'),
      expect.stringMatching(/^2Write a prompt\.9:9Size: “9:9” is not available\.Fix first/),
    ]);
    expect(screen.getByText('1 row needs fixing first.')).toBeVisible();
    expect(start()).toBeDisabled();
    await press('Edit row 2');
    const editor = within(screen.getByRole('group', { name: 'Row 2' }));
    const options = (label: string) => within(editor.getByLabelText(label)).getAllByRole('option');
    expect(options('Size').map((option) => option.textContent)).toEqual(
      expect.arrayContaining(['Same as all · 1:1', '9:9', '3:2']),
    );
    expect(editor.getByLabelText('Size')).toBeInvalid();
    expect(editor.getByLabelText('Prompt')).toBeInvalid();
    expect(editor.getByLabelText('Seed')).toBeValid();
    expect(options('Images').map((option) => option.textContent)).toEqual([
      'Same as all · 1 image',
      '1 image',
      '2 images',
      '3 images',
      '4 images',
    ]);
  });

  it('name a fault once where the server finds it too, and others beside it', async () => {
    const fault = (field: 'style' | 'model') => ({
      field,
      code: 'VALIDATION_FAILED' as const,
      message: `server: ${field}`,
    });
    server.use(
      http.post(`${API}/batches/check`, () =>
        ok(
          batchCheck([1], 20, {
            rows: [{ number: 1, price: null, faults: [fault('style'), fault('model')] }],
          }),
        ),
      ),
    );
    await open([{ prompt: 'A fox', style: 'none' }]);
    expect(await screen.findByText('server: model')).toBeVisible();
    expect(screen.getByText('Style: “none” is not available.')).toBeVisible();
    expect(screen.queryByText('server: style')).toBeNull();
  });

  it('follow the settings for all rows', async () => {
    await open([{ prompt: 'A fox' }]);
    await userEvent.click(screen.getByText('Settings for all rows'));
    await userEvent.selectOptions(screen.getByLabelText('Images'), '2');
    await userEvent.type(screen.getByLabelText('Leave out'), 'fog');
    expect(screen.getByText(/· 2 images$/)).toBeVisible();
    expect(screen.queryByText(/Same as all ·/)).toBeNull();
    expect(lines()).toEqual([expect.stringContaining('without fog')]);
    expect(readDraft().shared).toMatchObject({ count: '2', negative_prompt: 'fog' });
  });

  it('are cards on a narrow screen, with the same line where the credits end', async () => {
    const wide = window.matchMedia;
    window.matchMedia = (query) => Object.assign(wide(query), { matches: true });
    try {
      available = 3.5;
      await open([{ prompt: 'A fox' }, { prompt: 'A whale' }]);
      await checkedIn();
      await press('Edit row 2');
      const cards = within(screen.getByRole('list', { name: 'Rows of the batch' })).getAllByRole('listitem');
      expect(cards.map((card) => card.textContent)).toEqual([
        expect.stringMatching(/^Row 13.5 creditsA foxSame as all$/),
        'Your credits cover the rows up to here. The rows below wait for more.',
        expect.stringMatching(/^Row 23.5 creditsA whale.*Done$/),
      ]);
      expect(screen.queryByRole('table')).toBeNull();
    } finally {
      window.matchMedia = wide;
    }
  });
});

describe('the start', () => {
  it.each([
    [20, 'You have 20 credits; 13 will be left if every row succeeds.'],
    [7, 'You have 7 credits; 0 will be left if every row succeeds.'],
    [3.5, /^Your 3.5 credits pay for the first row\. .* See the plans$/],
    [1, /^Your 1 credit does not pay for the first row.* See the plans$/],
  ])('says with %d credits how far they reach', async (credits, text) => {
    available = credits;
    await open([{ prompt: 'A fox' }, { prompt: 'A whale' }]);
    await checkedIn();
    expect(
      screen.getByText((_, node) => node?.tagName === 'P' && new RegExp(text).test(node.textContent)),
    ).toBeVisible();
    expect(start()).toHaveAccessibleName(/^Start 2 rows ?, 7 credits$/);
    expect(start()).toBeEnabled();
    expect(screen.getByText(/^Starting holds no credits/)).toBeVisible();
  });

  it('counts by itself until the server has answered', async () => {
    server.use(
      http.get(`${API}/quota`, () => ok({ ...QUOTA, remainingCredits: 4 })),
      http.post(`${API}/batches/check`, () => refuse('INTERNAL_ERROR')),
    );
    await open([{ prompt: 'A fox' }, { prompt: 'A whale' }, { prompt: '' }]);
    expect(screen.getByText('1 row needs fixing first.')).toBeVisible();
    expect(await screen.findByText(/pay for the first row/)).toBeVisible();
    expect(lines()[1]).toMatch(/^Your credits cover the rows up to here/);
    expect(start()).toHaveAccessibleName('Start 2 rows , 7 credits');
    expect(await screen.findByRole('button', { name: 'Check again' })).toBeVisible();
    server.use(http.post(`${API}/batches/check`, () => ok(batchCheck([1, 2, 3], 30))));
    await press('Check again');
    expect(await screen.findByText(/^You have 30 credits/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
  });

  it('sends the name without its edges, clears the rows and leads to the batch', async () => {
    const { place } = await open([{ prompt: 'A fox' }], { name: '  Covers ' });
    await checkedIn();
    expect(screen.getByLabelText('Name of the batch (optional)')).toHaveValue('  Covers ');
    await userEvent.click(start());
    await waitFor(() => expect(place()).toMatch(/^\/batch\/./));
    expect(bodies).toEqual([expect.objectContaining({ name: 'Covers' })]);
    expect(readDraft()).toEqual(EMPTY_DRAFT);
  });

  it('says why it was refused, keeps the rows and starts anew with another key', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post(`${API}/batches`, async ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        bodies.push(await request.json());
        return refuse('BATCH_RUNNING');
      }),
    );
    await open([{ prompt: 'A fox' }], { name: '  ' });
    await checkedIn();
    await userEvent.click(start());
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(start()).not.toHaveAttribute('aria-busy');
    await userEvent.click(start());
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(new Set(keys).size).toBe(2);
    expect(bodies[0]).toMatchObject({ name: null });
    expect(readDraft().rows).toHaveLength(1);
  });

  it('keeps its key when nobody knows whether it was accepted', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post(`${API}/batches`, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return refuse('INTERNAL_ERROR');
      }),
    );
    await open([{ prompt: 'A fox' }]);
    await checkedIn();
    await userEvent.click(start());
    await screen.findByRole('alert');
    await userEvent.click(start());
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(new Set(keys).size).toBe(1);
  });

  it('waits for a network, and for a number of rows that the plan allows', async () => {
    await open([{ prompt: 'A fox' }, { prompt: 'A whale' }], { limit: 1 });
    expect(screen.getByText('More rows than your plan allows. Remove some.')).toBeVisible();
    expect(start()).toBeDisabled();
    await press('Remove row 2');
    await checkedIn();
    expect(start()).toBeEnabled();
    const network = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByText('You are offline. Your rows stay here.')).toBeVisible();
    expect(start()).toBeDisabled();
    network.mockRestore();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(start()).toBeEnabled();
  });
});
