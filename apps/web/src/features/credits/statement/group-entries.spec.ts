import { describe, expect, it } from '@jest/globals';
import { LINES, line } from '../../../../test/statement';
import { toDays, toRows } from './group-entries';

const image = (imageId: string) => ({
  imageId,
  generationId: imageId,
  frameNumber: 1,
  prompt: 'A fox',
  isDeleted: false,
  thumbnail: null,
});

describe('rows of the statement', () => {
  it('hold one image with its hold and what followed, where the newest of them stands', () => {
    const rows = toRows([
      line({ id: 3, kind: 'return', credits: 3.5, balance: 10, picture: image('a') }),
      line({ id: 2, kind: 'grant', credits: 1, balance: 6.5 }),
      line({ id: 1, kind: 'hold', credits: -3.5, balance: 5.5, picture: image('a') }),
    ]);
    expect(rows.map(({ id, credits, balance, lines }) => [id, credits, balance, lines.length])).toEqual([
      [3, 0, 10, 2],
      [2, 1, 10, 1],
    ]);
  });

  it('have balances that follow from row to row, also for images that ran side by side', () => {
    const rows = toRows([
      line({ id: 5, kind: 'charge', credits: 0, balance: 43, picture: image('b') }),
      line({ id: 4, kind: 'charge', credits: 0, balance: 43, picture: image('a') }),
      line({ id: 3, kind: 'hold', credits: -3.5, balance: 43, picture: image('b') }),
      line({ id: 2, kind: 'hold', credits: -3.5, balance: 46.5, picture: image('a') }),
      line({ id: 1, kind: 'grant', credits: 50, balance: 50 }),
    ]);
    expect(rows.map(({ credits, balance }) => [credits, balance])).toEqual([
      [-3.5, 43],
      [-3.5, 46.5],
      [50, 50],
    ]);
  });

  it('have the balances of the ledger where a filter left lines out', () => {
    const rows = toRows([
      line({ id: 9, kind: 'grant', credits: 1, balance: 20 }),
      line({ id: 1, kind: 'grant', credits: 50, balance: 50 }),
    ]);
    expect(rows.map(({ balance }) => balance)).toEqual([20, 50]);
  });

  it('keep images apart, and every line', () => {
    const rows = toRows([line({ id: 2, picture: image('b') }), line({ id: 1, picture: image('a') })]);
    expect(rows).toHaveLength(2);
    expect(toRows(LINES).flatMap(({ lines }) => lines)).toHaveLength(LINES.length);
  });

  it('stand under their days, which begin where the name of the day changes', () => {
    const rows = toRows([
      line({ id: 3, at: '2026-11-05T10:00:00.000Z' }),
      line({ id: 2, at: '2026-11-05T09:00:00.000Z' }),
      line({ id: 1, at: '2026-11-04T23:00:00.000Z' }),
    ]);
    const days = toDays(rows, (at) => at.slice(0, 10));
    expect(days.map((day) => [day.name, day.rows.map(({ id }) => id)])).toEqual([
      ['2026-11-05', [3, 2]],
      ['2026-11-04', [1]],
    ]);
  });
});
