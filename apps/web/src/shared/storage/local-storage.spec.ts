import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { readPromptDraft, writePromptDraft } from './prompt-draft';
import { readStored, writeStored } from './local-storage';
import { readTab, writeTab } from './tab-storage';

/** As in some private modes, or when there is no room left. */
const withhold = (...methods: ('getItem' | 'setItem' | 'removeItem')[]) =>
  methods.forEach((method) =>
    jest.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('withheld', 'SecurityError');
    }),
  );
afterEach(() => {
  jest.restoreAllMocks();
  writeStored('theme', null);
});

describe('a value of the browser', () => {
  it('is kept until it is taken away', () => {
    expect(readStored('theme')).toBeNull();
    writeStored('theme', 'dark');
    expect([readStored('theme'), window.localStorage.getItem('theme')]).toEqual(['dark', 'dark']);
    writeStored('theme', null);
    expect([readStored('theme'), window.localStorage.getItem('theme')]).toEqual([null, null]);
  });

  it('that there is no room for lives as long as the page', () => {
    withhold('setItem');
    writeStored('theme', 'dark');
    expect([readStored('theme'), window.localStorage.getItem('theme')]).toEqual(['dark', null]);
    writeStored('theme', null);
    expect(readStored('theme')).toBeNull();
  });

  it('where nothing can be read or taken away does the same', () => {
    withhold('getItem', 'setItem', 'removeItem');
    expect(readStored('theme')).toBeNull();
    writeStored('theme', 'dark');
    expect(readStored('theme')).toBe('dark');
    writeStored('theme', null);
    expect(readStored('theme')).toBeNull();
  });

  it('that was kept for the page alone gives way to one that is stored later', () => {
    withhold('setItem');
    writeStored('theme', 'dark');
    jest.restoreAllMocks();
    writeStored('theme', 'light');
    window.localStorage.removeItem('theme');
    expect(readStored('theme')).toBeNull();
  });
});

describe('a value of the tab', () => {
  it('is what was written, nothing where there is none, and nothing where it cannot be understood', () => {
    expect(readTab('batch_draft')).toBeNull();
    writeTab('batch_draft', { rows: [1, null, 'two'] });
    expect(readTab('batch_draft')).toEqual({ rows: [1, null, 'two'] });
    window.sessionStorage.setItem('batch_draft', '{"rows":');
    expect(readTab('batch_draft')).toBeNull();
  });

  it('is taken away by null', () => {
    writeTab('batch_draft', { rows: [] });
    writeTab('batch_draft', null);
    expect([readTab('batch_draft'), window.sessionStorage.getItem('batch_draft')]).toEqual([null, null]);
  });

  it('that cannot be kept disturbs nobody', () => {
    withhold('getItem', 'setItem', 'removeItem');
    expect(() => writeTab('batch_draft', 1)).not.toThrow();
    expect(readTab('batch_draft')).toBeNull();
    expect(() => writePromptDraft('a fox')).not.toThrow();
    expect(readPromptDraft()).toBe('');
  });

  it('for a prompt that was begun is gone with its last letter', () => {
    writePromptDraft('a fox');
    expect(readPromptDraft()).toBe('a fox');
    writePromptDraft('');
    expect(readPromptDraft()).toBe('');
    expect(window.sessionStorage.getItem('prompt_draft')).toBeNull();
  });
});
