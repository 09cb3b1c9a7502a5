import { describe, expect, it } from '@jest/globals';
import { NEGATIVE_PROMPT_MAX, PROMPT_MAX, SEED_MAX, priceUnits } from '@app/contracts';
import { batchRow } from '../../../../test/batches';
import { USER } from '../../../../test/server';
import { imageLimitOf, rowLimitOf } from '../row-limit';
import { DEFAULT_CELLS, askedRow, cellsOf, filledRow, requestedRow, type Cells } from './row';
import { faultsOf, unitsOf } from './row-faults';

const row = (cells: Cells) => ({ id: 1, cells });
const request = (cells: Cells) => requestedRow(row(cells), DEFAULT_CELLS);
const faults = (cells: Cells, maxCount = 4) =>
  faultsOf(filledRow(row({ prompt: 'A fox', ...cells }), DEFAULT_CELLS), maxCount);

describe('a row', () => {
  it('has what all rows share where its own cell is blank', () => {
    const shared = { ...DEFAULT_CELLS, style: 'anime', negative_prompt: 'text' };
    expect(filledRow(row({ prompt: 'A fox', style: '  ', size: '3:2' }), shared)).toEqual({
      ...shared,
      prompt: 'A fox',
      seed: '',
      size: '3:2',
    });
    expect(filledRow(row({}), shared).prompt).toBe('');
  });

  it('is sent with numbers for numbers, and without what it does not say', () => {
    const { negative_prompt: _, count: __, ...settings } = DEFAULT_CELLS;
    expect(request({ prompt: 'A fox' })).toEqual({ ...settings, prompt: 'A fox', count: 1 });
    expect(request({ prompt: 'A fox', seed: '42', count: '3', negative_prompt: 'text' })).toEqual({
      ...settings,
      prompt: 'A fox',
      count: 3,
      seed: 42,
      negative_prompt: 'text',
    });
  });

  it('is sent with its faults as they were written', () => {
    expect(request({ count: 'two', seed: '1.5' })).toMatchObject({ count: 'two', seed: '1.5' });
    expect(request({ seed: '12345678901' }).seed).toBe('12345678901');
  });

  it('of a batch comes back with each of its settings', () => {
    expect(cellsOf(batchRow(1, 'failed', { seed: 7, negative_prompt: 'text', count: 2 }))).toEqual({
      prompt: 'Prompt 1',
      negative_prompt: 'text',
      model: 'sd3.5-medium',
      style: 'anime',
      size: '3:2',
      output_format: 'png',
      count: '2',
      seed: '7',
    });
    const plain = cellsOf(batchRow(1, 'failed'));
    expect(plain).not.toHaveProperty('seed');
    expect(plain).not.toHaveProperty('negative_prompt');
    expect(askedRow(batchRow(3, 'failed', { seed: 0 }))).toMatchObject({ prompt: 'Prompt 3', count: 1, seed: 0 });
  });
});

describe('the faults of a row', () => {
  it('are none for a row of known settings', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ model: 'sd3.5-medium', style: 'anime', size: '3:2', output_format: 'png' })).toEqual([]);
  });

  it('name a missing prompt, and texts that are too long by how much', () => {
    expect(faults({ prompt: '' })).toEqual([{ field: 'prompt', kind: 'missing' }]);
    expect(faults({ prompt: 'x'.repeat(PROMPT_MAX), negative_prompt: 'x'.repeat(NEGATIVE_PROMPT_MAX) })).toEqual([]);
    expect(
      faults({ prompt: 'x'.repeat(PROMPT_MAX + 1), negative_prompt: 'x'.repeat(NEGATIVE_PROMPT_MAX + 2) }),
    ).toEqual([
      { field: 'prompt', kind: 'tooLong', over: 1, max: PROMPT_MAX },
      { field: 'negative_prompt', kind: 'tooLong', over: 2, max: NEGATIVE_PROMPT_MAX },
    ]);
  });

  it.each(['model', 'style', 'size', 'output_format'] as const)('name a %s that does not exist', (field) => {
    expect(faults({ [field]: 'none' })).toEqual([{ field, kind: 'unknown', value: 'none' }]);
  });

  it('hold a number of images to what the plan allows', () => {
    const fault = { field: 'count', kind: 'number', min: 1, max: 4 };
    expect(['1', '4'].flatMap((count) => faults({ count }))).toEqual([]);
    expect(['0', '5', '1.5', 'x1'].flatMap((count) => faults({ count }))).toEqual([fault, fault, fault, fault]);
  });

  it('hold a seed to what engines take', () => {
    const fault = { field: 'seed', kind: 'number', min: 0, max: SEED_MAX };
    expect(['0', String(SEED_MAX)].flatMap((seed) => faults({ seed }))).toEqual([]);
    expect(['-1', String(SEED_MAX + 1)].flatMap((seed) => faults({ seed }))).toEqual([fault, fault]);
  });
});

it('costs the price of its model for each image', () => {
  const filled = filledRow(row({ count: '3' }), DEFAULT_CELLS);
  expect(unitsOf(filled)).toBe(3 * priceUnits(filled.model));
});

it('has the limits of the plan of the user', () => {
  const pro = { ...USER, subscription_status: 'pro' as const };
  expect([null, USER, pro].map(rowLimitOf)).toEqual([0, 0, 10]);
  expect([null, USER, pro].map(imageLimitOf)).toEqual([1, 1, 4]);
});
