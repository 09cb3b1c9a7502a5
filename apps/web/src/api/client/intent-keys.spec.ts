import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { clientError } from './api-error';
import { intentKeys, sendOnce } from './intent-keys';

afterEach(() => {
  jest.restoreAllMocks();
  window.sessionStorage.clear();
});

const stored = () => JSON.parse(window.sessionStorage.getItem('batch_intent') ?? 'null') as unknown;

describe('the key of an intent', () => {
  it('is the same until it was answered, also after a reload', () => {
    const first = intentKeys('batch_intent').keyFor('a');
    expect(stored()).toEqual([{ what: 'a', key: first }]);
    const { keyFor, answered } = intentKeys('batch_intent');
    expect(keyFor('a')).toBe(first);
    answered('a');
    expect(stored()).toEqual([]);
    expect(keyFor('a')).not.toBe(first);
  });

  it('belongs to one intent, whose answer leaves the others theirs', () => {
    const { keyFor, answered } = intentKeys('batch_intent');
    const [first, other] = [keyFor('a'), keyFor('b')];
    expect(other).not.toBe(first);
    answered('b');
    expect(keyFor('a')).toBe(first);
    expect(keyFor('b')).not.toBe(other);
  });

  it('is kept for the latest few alone', () => {
    const { keyFor } = intentKeys('batch_intent');
    const first = keyFor('a');
    ['b', 'c', 'd', 'e'].forEach(keyFor);
    expect(stored()).toHaveLength(4);
    expect(keyFor('a')).not.toBe(first);
  });

  it.each(['null', '7', '"a"', '{"what":"a"}', '[{"what":"a"}]', '[null,{"what":"a","key":1}]'])(
    'is a new one where %s is stored',
    (value) => {
      window.sessionStorage.setItem('batch_intent', value);
      expect(intentKeys('batch_intent').keyFor('a')).toMatch(/^[\w-]{32,}$/);
    },
  );

  it('lives as long as the page where nothing can be stored', () => {
    for (const name of ['getItem', 'setItem'] as const) {
      jest.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new Error('withheld');
      });
    }
    const { keyFor, answered } = intentKeys('batch_intent');
    const first = keyFor('a');
    expect(keyFor('a')).toBe(first);
    answered('a');
    expect(keyFor('a')).not.toBe(first);
  });

  it.each([
    [500, 'kept'],
    [503, 'kept'],
    [429, 'kept'],
    [401, 'kept'],
    [402, 'new'],
    [422, 'new'],
  ])('after a lost answer and then %i is %s', async (status, then) => {
    const intents = intentKeys('batch_intent');
    const keys: string[] = [];
    const answer = (of: number) => (key: string) => {
      keys.push(key);
      return Promise.resolve({ error: clientError('NETWORK', of) });
    };
    await sendOnce(intents, 'a', answer(0));
    await sendOnce(intents, 'a', answer(status));
    const before = keys.at(-1);
    expect(new Set(keys).size).toBe(1);
    await sendOnce(intents, 'a', answer(0));
    expect(keys.at(-1) === before).toBe(then === 'kept');
  });
});
