import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { User } from '@app/contracts';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { Route, Routes } from 'react-router-dom';
import { batch, batchCheck } from '../../../test/batches';
import { renderPart } from '../../../test/render-part';
import { API, USER, ok, startServer } from '../../../test/server';
import { connectToasts, type ToastMessage } from '../../shared/toasts';
import { EMPTY_DRAFT, draftOfRows, readDraft, writeDraft, type Draft } from './draft';
import { Editor } from './editor';
import { AgainButton } from './run/again-button';

const server = startServer();
const PRO: User = { ...USER, subscription_status: 'pro' };
const FOX = { id: 1, cells: { prompt: 'A fox' } };
const WHALE = { id: 2, cells: { prompt: 'A whale' } };
const PAST = batch(['completed']);
let toasts: ToastMessage[];
let disconnect: () => void;

beforeEach(() => {
  toasts = [];
  disconnect = connectToasts((toast) => toasts.push(toast));
  server.use(
    http.post(`${API}/batches/check`, async ({ request }) => {
      const { rows } = (await request.json()) as { rows: unknown[] };
      return ok(batchCheck(rows, 20));
    }),
  );
});
afterEach(() => disconnect());

const open = (path: '/batch' | '/past', part: Partial<Draft>) => {
  writeDraft({ ...EMPTY_DRAFT, ...part });
  const pages = (
    <Routes>
      <Route path="/batch" element={<Editor limit={5} running={undefined} />} />
      <Route path="/past" element={<AgainButton batch={PAST} />} />
    </Routes>
  );
  return renderPart(pages, { user: PRO, path, namespaces: ['batch', 'options'], settles: true });
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const undo = () => act(() => toasts.at(-1)?.action?.run());
const prompts = () => readDraft().rows.map(({ cells }) => cells.prompt);
const noRows = () => screen.getByRole('region', { name: 'Rows of the batch' });

describe('rows that were all removed', () => {
  it('come back before those that were added since', async () => {
    await open('/batch', { rows: [FOX, WHALE] });
    await press('Remove all');
    expect(toasts).toMatchObject([{ text: '2 rows removed.', action: { label: 'Undo' }, duration: 10_000 }]);
    await userEvent.type(screen.getByLabelText('Prompts, one per line'), 'A crow');
    await press('Add 1 row');
    undo();
    expect(screen.getByText('A whale')).toBeVisible();
    expect(prompts()).toEqual(['A fox', 'A whale', 'A crow']);
    await press('Remove row 2');
    expect(prompts()).toEqual(['A fox', 'A crow']);
  });

  it('come back after the page was left', async () => {
    const { unmount } = await open('/batch', { rows: [FOX] });
    await press('Remove all');
    unmount();
    undo();
    expect(prompts()).toEqual(['A fox']);
  });

  it.each(['Remove all', 'Remove row 1'])('leave the focus where they were: %s', async (name) => {
    await open('/batch', { rows: [FOX] });
    await press(name);
    expect(noRows()).toHaveFocus();
  });

  it('take no focus where there were none', async () => {
    await open('/batch', {});
    expect(noRows()).not.toHaveFocus();
  });
});

describe('a batch that is edited and run again', () => {
  it.each<[string, Partial<Draft>]>([
    ['rows', { rows: [FOX, WHALE], name: 'Covers' }],
    ['a text', { texts: { ...EMPTY_DRAFT.texts, lines: 'A crow' } }],
  ])('gives %s back that were begun before', async (_, begun) => {
    const { place } = await open('/past', begun);
    await press('Edit and run again');
    expect(place()).toBe('/batch');
    expect(readDraft()).toEqual(draftOfRows(PAST.rows, PAST.name));
    expect(toasts).toMatchObject([
      { text: 'The batch that you had begun was replaced.', action: { label: 'Undo' }, duration: 10_000 },
    ]);
    undo();
    expect(readDraft()).toEqual({ ...EMPTY_DRAFT, ...begun });
    if (begun.rows) expect(screen.getByText('A whale')).toBeVisible();
  });

  it.each([
    ['nothing', EMPTY_DRAFT],
    ['the same', draftOfRows(PAST.rows, PAST.name)],
  ])('says nothing where %s was begun', async (_, begun) => {
    await open('/past', begun);
    await press('Edit and run again');
    expect(toasts).toEqual([]);
  });
});
