import { describe, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { batchRow } from '../../../test/batches';
import { EMPTY_DRAFT, draftOfRows, readDraft, removeSent, writeDraft } from './draft';
import { DEFAULT_CELLS } from './rows/row';
import { useDraft } from './use-draft';

const store = (value: unknown) => window.sessionStorage.setItem('batch_draft', JSON.stringify(value));
const prompts = () => readDraft().rows.map(({ cells }) => cells.prompt);

describe('a draft', () => {
  it('comes back as it was written', () => {
    const draft = {
      source: 'template' as const,
      texts: { lines: 'a', table: 'b', template: 'c' },
      shared: { ...DEFAULT_CELLS, style: 'anime' },
      rows: [{ id: 1, cells: { prompt: 'A fox', seed: '4' } }],
      name: 'Covers',
    };
    writeDraft(draft);
    expect(readDraft()).toEqual(draft);
  });

  it.each([
    ['nothing', null],
    ['a text', 'rows'],
    ['values of other kinds', { source: 'post', texts: 1, shared: 2, rows: {}, name: 3 }],
    ['texts of other kinds', { texts: { lines: 1 }, shared: { style: 1, prompt: 'x', seed: '2' } }],
  ])('is empty when %s is stored', (_, stored) => {
    store(stored);
    expect(readDraft()).toEqual(EMPTY_DRAFT);
  });

  it('keeps only known texts of a stored row', () => {
    store({ rows: [{ id: 9, cells: { prompt: 'A fox', count: 2, mood: 'calm' } }, null] });
    expect(readDraft().rows).toEqual([
      { id: 1, cells: { prompt: 'A fox' } },
      { id: 2, cells: {} },
    ]);
  });

  it.each([
    ['their own', [7, 3], [7, 3]],
    ['new ones where two are the same', [7, 7], [1, 2]],
    ['new ones where one has none', [7, null], [1, 2]],
  ])('gives stored rows numbers: %s', (_, stored, ids) => {
    store({ rows: stored.map((id) => ({ id, cells: {} })) });
    expect(readDraft().rows.map(({ id }) => id)).toEqual(ids);
  });

  it('of a batch has its name, or none, and a number for each row', () => {
    const rows = [batchRow(4, 'completed'), batchRow(5, 'failed')];
    expect(draftOfRows(rows, null)).toMatchObject({ ...EMPTY_DRAFT, rows: [{ id: 1 }, { id: 2 }] });
    expect(draftOfRows(rows, 'Covers').name).toBe('Covers');
  });
});

describe('a draft in the editor', () => {
  const open = () => {
    const { result } = renderHook(useDraft);
    const change = (run: (handle: typeof result.current) => void) => act(() => run(result.current));
    change(({ addRows }) => addRows([{ prompt: 'A' }, { prompt: 'B' }, { prompt: 'C' }]));
    return { change, ids: () => result.current.draft.rows.map(({ id }) => id), draft: () => result.current.draft };
  };

  it('changes, copies and removes exactly the row that is meant', () => {
    const { change, ids } = open();
    change(({ changeRow }) => changeRow(2, { prompt: 'B2' }));
    expect(prompts()).toEqual(['A', 'B2', 'C']);
    change(({ copyRow }) => copyRow(1));
    expect(prompts()).toEqual(['A', 'A', 'B2', 'C']);
    change(({ removeRow }) => removeRow(1));
    expect(prompts()).toEqual(['A', 'B2', 'C']);
    expect(ids()).toEqual([4, 2, 3]);
  });

  it('never gives two rows the same number', () => {
    const { change, ids } = open();
    change(({ removeRow }) => removeRow(1));
    change(({ addRows }) => addRows([{ prompt: 'D' }, { prompt: 'E' }]));
    change(({ copyRow }) => copyRow(3));
    expect(ids()).toEqual([2, 3, 6, 4, 5]);
  });

  it('keeps what all rows share, and where further ones are written, when its rows were sent', () => {
    const { change, draft } = open();
    change((handle) => {
      handle.changeShared({ style: 'anime' });
      handle.changeShared({ size: '3:2' });
      handle.change({ name: 'Covers', source: 'table' });
    });
    expect(draft()).toMatchObject({ name: 'Covers', source: 'table', shared: { style: 'anime', size: '3:2' } });
    expect(draft().rows).toHaveLength(3);
    act(() => removeSent(draft()));
    const shared = { ...DEFAULT_CELLS, style: 'anime', size: '3:2' };
    expect(draft()).toEqual({ ...EMPTY_DRAFT, source: 'table', shared });
  });
});
