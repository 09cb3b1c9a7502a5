import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import type { Source } from '../draft';
import { useFoundRows } from './use-found-rows';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const open = (source: Source, table: string) =>
  renderHook((texts: Record<Source, string>) => useFoundRows(source, texts), {
    initialProps: { lines: 'A line', table, template: 'A {red|white} fox' },
  });
const prompts = ({ current }: ReturnType<typeof open>['result']) => current.take(9).map(({ prompt }) => prompt);
const settle = () => act(() => jest.advanceTimersByTimeAsync(1_000));

it('an older table that was read more slowly does not replace the newer one', async () => {
  // A sheet takes longer than JSON lines: its parser has to be loaded.
  const { result, rerender } = open('table', 'prompt\nolder');
  rerender({ lines: '', table: '{"prompt":"newer"}', template: '' });
  act(() => jest.advanceTimersByTime(250));
  await settle();
  expect(prompts(result)).toEqual(['newer']);
});

it('a table that was cleared holds nothing at once', async () => {
  const { result, rerender } = open('table', 'prompt\nA');
  await settle();
  expect(prompts(result)).toEqual(['A']);
  rerender({ lines: '', table: ' \n', template: '' });
  expect(result.current).toMatchObject({ count: 0, ignored: [], unreadable: [] });
});

it.each([
  ['lines', ['A line']],
  ['table', ['A row']],
  ['template', ['A red fox', 'A white fox']],
] as const)('only the text of the source that is open counts: %s', async (source, expected) => {
  const { result } = open(source, 'prompt\nA row');
  await settle();
  expect(result.current.count).toBe(expected.length);
  expect(prompts(result)).toEqual(expected);
});

it('no more is taken than fits', async () => {
  const { result } = open('table', 'prompt\nA\nB\nC');
  await settle();
  expect(result.current.count).toBe(3);
  expect(result.current.take(2)).toEqual([{ prompt: 'A' }, { prompt: 'B' }]);
});
