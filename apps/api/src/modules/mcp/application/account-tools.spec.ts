import { expect, test } from '@jest/globals';
import { AccountTools } from './account-tools.js';
import type { Caller } from './tool.js';

const CALLER = { principal: { userId: 'ada', plan: 'free' } } as unknown as Caller;

const toolsOf = (quota: () => Promise<unknown>, models: object[] = []) =>
  new AccountTools({ quota } as never, { list: () => Promise.resolve(models) } as never);
const withCredits = () => Promise.resolve({ text: '{"remainingCredits":12.5}' });
const textOf = ({ content: [first] }: { content: unknown[] }) => (first as { text: string }).text.split('\n')[0];
const { signal } = new AbortController();

test('credits tells those that are left', async () => {
  const result = await toolsOf(withCredits).tools.credits(CALLER, {}, signal);
  expect([textOf(result), result.structuredContent]).toEqual(['Credits left: 12.5.', { remainingCredits: 12.5 }]);
});

test('models names those that are available, and gives all of them', async () => {
  const models = [
    { id: 'one', status: 'available' },
    { id: 'two', status: 'unavailable' },
    { id: 'three', status: 'available' },
  ];
  const result = await toolsOf(withCredits, models).tools.models(CALLER, {}, signal);
  expect([textOf(result), result.structuredContent]).toEqual(['Available: one, three.', { models }]);
  expect(textOf(await toolsOf(withCredits, []).tools.models(CALLER, {}, signal))).toBe('Available: none.');
});

test('credits that cannot be read now are unknown, and no failure of what was done', async () => {
  expect(await toolsOf(withCredits).creditsLeft(CALLER)).toBe(12.5);
  expect(await toolsOf(() => Promise.reject(new Error('down'))).creditsLeft(CALLER)).toBeNull();
});
