import { describe, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { isOfThisTab, readRecentIds, useRecentGenerations } from './use-recent-generations';

const KEY = 'generate_visit';
const visit = (...ids: unknown[]) => {
  window.sessionStorage.setItem(KEY, JSON.stringify(ids));
  return renderHook(() => useRecentGenerations());
};
type Visit = ReturnType<typeof visit>;
const letters = (text: string) => text.split('');
const shown = ({ result }: Visit) => [result.current.ids.join(''), result.current.selected];
const after = (hook: Visit, change: (visit: Visit['result']['current']) => void) => {
  act(() => change(hook.result.current));
  return shown(hook);
};

describe('what was asked for in a tab', () => {
  it('is there again after a reload, with the newest selected', () => {
    expect(shown(visit('c', 'b', 'a'))).toEqual(['cba', 'c']);
    expect(shown(visit())).toEqual(['', null]);
  });

  it('is read as far as it makes sense', () => {
    expect(shown(visit('b', 7, null, 'a'))).toEqual(['ba', 'b']);
    window.sessionStorage.setItem(KEY, '{"a":1}');
    expect(readRecentIds()).toEqual([]);
  });

  it('is kept up to twelve, the newest first', () => {
    const hook = visit(...letters('lkjihgfedcba'));
    expect(after(hook, ({ add }) => add('m'))).toEqual(['mlkjihgfedcb', 'm']);
    expect(readRecentIds().join('')).toBe('mlkjihgfedcb');
    expect(shown(visit(...letters('nmlkjihgfedcb')))[0]).toBe('nmlkjihgfedc');
  });

  it('stays of this tab when it is kept no more, and where nothing can be stored', () => {
    const hook = visit();
    act(() => letters('123456789abcd').forEach((id) => hook.result.current.add(`asked ${id}`)));
    expect([readRecentIds().includes('asked 1'), isOfThisTab('asked 1'), isOfThisTab('another')]).toEqual([
      false,
      true,
      false,
    ]);
    window.sessionStorage.clear();
    expect(isOfThisTab('asked 1')).toBe(true);
    visit('stored');
    expect(isOfThisTab('stored')).toBe(true);
  });

  it('is listed once, however often it is added', () => {
    expect(after(visit('c', 'b', 'a'), ({ add }) => add('a'))).toEqual(['acb', 'a']);
  });
});

describe('what is selected', () => {
  it('changes nothing else', () => {
    expect(after(visit('c', 'b', 'a'), ({ select }) => select('a'))).toEqual(['cba', 'a']);
  });

  it('is, after a removal, the next older one; after the oldest the one before it; at last none', () => {
    const hook = visit('c', 'b', 'a');
    after(hook, ({ select }) => select('b'));
    expect(after(hook, ({ remove }) => remove('b'))).toEqual(['ca', 'a']);
    expect(after(hook, ({ remove }) => remove('a'))).toEqual(['c', 'c']);
    expect(after(hook, ({ remove }) => remove('c'))).toEqual(['', null]);
  });

  it('stays while another one is removed', () => {
    expect(after(visit('c', 'b', 'a'), ({ remove }) => remove('b'))).toEqual(['ca', 'c']);
    expect(after(visit('c', 'b', 'a'), ({ remove }) => remove('x'))).toEqual(['cba', 'c']);
  });
});

describe('what is added by a page that was left', () => {
  it('is shown by the page that is open now, which keeps it', () => {
    const { result, unmount } = visit('b', 'a');
    unmount();
    const hook = renderHook(() => useRecentGenerations());
    act(() => result.current.add('c'));
    expect(shown(hook)).toEqual(['cba', 'c']);
    expect(after(hook, ({ remove }) => remove('a'))).toEqual(['cb', 'c']);
    expect(readRecentIds()).toEqual(['c', 'b']);
  });

  it('does not bring back what was cleared meanwhile', () => {
    const { result, unmount } = visit('b', 'a');
    unmount();
    window.sessionStorage.clear();
    result.current.add('c');
    expect(readRecentIds()).toEqual(['c']);
  });
});

describe('what was removed', () => {
  it('keeps its place when it is removed once more', () => {
    const hook = visit('c', 'b', 'a');
    after(hook, ({ remove }) => remove('c'));
    after(hook, ({ remove }) => remove('c'));
    expect(after(hook, ({ putBack }) => putBack('c'))).toEqual(['cba', 'c']);
  });

  it('comes back where it was, is selected, and is there after a reload', () => {
    const hook = visit('c', 'b', 'a');
    after(hook, ({ remove }) => remove('b'));
    expect(after(hook, ({ putBack }) => putBack('b'))).toEqual(['cba', 'b']);
    expect(readRecentIds()).toEqual(['c', 'b', 'a']);
  });

  it('comes back first where its place is not known, and also after the page was left', () => {
    const hook = visit('b', 'a');
    const { putBack } = hook.result.current;
    hook.unmount();
    putBack('x');
    expect(readRecentIds()).toEqual(['x', 'b', 'a']);
  });

  it('before and meanwhile added is not forgotten when several changes come at once', () => {
    const hook = visit('b', 'a');
    expect(
      after(hook, ({ add, remove }) => {
        add('c');
        remove('a');
        add('d');
      }),
    ).toEqual(['dcb', 'd']);
  });
});
