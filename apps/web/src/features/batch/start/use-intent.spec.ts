import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { clientError } from '../../../api/client/api-error';
import { useIntent } from './use-intent';

beforeEach(() => window.sessionStorage.clear());

describe('something that is sent once', () => {
  const failed = (status: number) => ({ error: clientError('UNKNOWN', status) });
  let keys: string[];
  const open = (...answers: { data?: string; error?: unknown }[]) => {
    keys = [];
    const done: string[] = [];
    const send = async (key: string) => {
      keys.push(key);
      return answers.shift() ?? {};
    };
    const { result } = renderHook(() => useIntent<string>(send, (answer) => done.push(answer)));
    const submit = () => act(() => result.current.submit('a'));
    return { result, done, submit };
  };

  it('is sent again under its key when no answer came, once', async () => {
    const { done, result, submit } = open(failed(0), { data: 'started' });
    await submit();
    expect(done).toEqual(['started']);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    expect(result.current).toMatchObject({ sending: false, failure: null });
    const other = open(failed(0), failed(0), { data: 'started' });
    await other.submit();
    expect([keys.length, other.done]).toEqual([2, []]);
    expect(other.result.current.failure).toMatchObject({ status: 0 });
  });

  it.each([
    [500, 1],
    [503, 1],
    [499, 2],
    [409, 2],
  ])('after a refusal with %d has %d keys in two attempts', async (status, count) => {
    const { done, result, submit } = open(failed(status), { data: 'started' });
    await submit();
    expect([result.current.failure?.status, done]).toEqual([status, []]);
    await submit();
    expect([result.current.failure, done]).toEqual([null, ['started']]);
    expect(new Set(keys).size).toBe(count);
  });

  it('has another key the next time', async () => {
    const { submit } = open({ data: 'one' }, { data: 'two' });
    await submit();
    await submit();
    expect(new Set(keys).size).toBe(2);
  });

  it('ignores a second press until the first was answered, and says that it is being sent', async () => {
    let answer: (value: { data: string }) => void = () => undefined;
    const send = jest.fn(() => new Promise<{ data: string }>((resolve) => (answer = resolve)));
    const { result } = renderHook(() => useIntent<string>(send, () => undefined));
    await act(async () => {
      void result.current.submit('a');
      void result.current.submit('a');
    });
    expect(result.current.sending).toBe(true);
    await act(async () => answer({ data: 'started' }));
    expect([result.current.sending, send.mock.calls.length]).toEqual([false, 1]);
  });
});
