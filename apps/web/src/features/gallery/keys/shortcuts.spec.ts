import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, renderHook } from '@testing-library/react';
import { runShortcut, usePageShortcuts } from './shortcuts';

/** Presses a key at an element. Answers what was done for it, and whether the browser was kept from its own. */
function press(init: KeyboardEventInit, target: Element = document.body, code = 0) {
  const run = jest.fn<(name: string) => void>();
  const keys = Object.fromEntries(['f', '?', 'Delete', 'ArrowLeft', 'mod+z'].map((name) => [name, () => run(name)]));
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
  Object.defineProperty(event, 'keyCode', { value: code });
  const listen = (heard: Event) => runShortcut(heard as KeyboardEvent, keys);
  document.addEventListener('keydown', listen);
  target.dispatchEvent(event);
  document.removeEventListener('keydown', listen);
  return [run.mock.calls.map(([name]) => name), event.defaultPrevented];
}

const DONE = (name: string) => [[name], true];
const NOTHING = [[], false];

describe('a key', () => {
  it('does what it is for, also as a capital, with Ctrl and with Command', () => {
    expect(press({ key: 'f' })).toEqual(DONE('f'));
    expect(press({ key: 'F' })).toEqual(DONE('f'));
    expect(press({ key: '?' })).toEqual(DONE('?'));
    expect(press({ key: 'Delete' })).toEqual(DONE('Delete'));
    expect(press({ key: 'z', ctrlKey: true })).toEqual(DONE('mod+z'));
    expect(press({ key: 'Z', metaKey: true })).toEqual(DONE('mod+z'));
  });

  it('that deletes is Backspace on a Mac', () => {
    expect(press({ key: 'Backspace' })).toEqual(DONE('Delete'));
    expect(press({ key: 'Backspace', metaKey: true })).toEqual(NOTHING);
    const field = document.body.appendChild(document.createElement('input'));
    expect(press({ key: 'Backspace' }, field)).toEqual(NOTHING);
    field.remove();
  });

  it('is the browser’s where it is for nothing, held with Alt, or chooses characters', () => {
    expect(press({ key: 'z' })).toEqual(NOTHING);
    expect(press({ key: 'f', ctrlKey: true })).toEqual(NOTHING);
    expect(press({ key: 'f', altKey: true })).toEqual(NOTHING);
    expect(press({ key: 'f', isComposing: true })).toEqual(NOTHING);
    expect(press({ key: 'f' }, document.body, 229)).toEqual(NOTHING);
  });

  it('is text where somebody types', () => {
    for (const name of ['input', 'textarea', 'select']) {
      const field = document.body.appendChild(document.createElement(name));
      expect(press({ key: 'f' }, field)).toEqual(NOTHING);
      field.remove();
    }
    const text = document.body.appendChild(document.createElement('div'));
    expect(press({ key: 'f' }, text)).toEqual(DONE('f'));
    Object.defineProperty(text, 'isContentEditable', { value: true });
    expect(press({ key: 'f' }, text)).toEqual(NOTHING);
    text.remove();
  });

  it('that is a single character does nothing once people have switched that off; the others stay', () => {
    window.localStorage.setItem('single_key_shortcuts', 'off');
    expect(press({ key: 'f' })).toEqual(NOTHING);
    expect(press({ key: '?' })).toEqual(NOTHING);
    expect(press({ key: 'Delete' })).toEqual(DONE('Delete'));
    expect(press({ key: 'z', ctrlKey: true })).toEqual(DONE('mod+z'));
  });

  it('that is held does it once, and is still not the browser’s; arrows go on', () => {
    expect(press({ key: 'f', repeat: true })).toEqual([[], true]);
    expect(press({ key: 'ArrowLeft' })).toEqual(DONE('ArrowLeft'));
    expect(press({ key: 'ArrowLeft', repeat: true })).toEqual(DONE('ArrowLeft'));
  });

  it('is left to the browser where somebody else took it, or its own task says so', () => {
    const event = new KeyboardEvent('keydown', { key: 'f', cancelable: true });
    runShortcut(event, { f: () => false });
    expect(event.defaultPrevented).toBe(false);
    event.preventDefault();
    const run = jest.fn();
    runShortcut(event, { f: run });
    expect(run).not.toHaveBeenCalled();
  });
});

it.each(['dialog', 'menu'])('keys of a page rest while a %s is open over it, and end with the page', (role) => {
  const run = jest.fn();
  const { rerender, unmount } = renderHook((keys: Record<string, () => void>) => usePageShortcuts(keys), {
    initialProps: {},
  });
  rerender({ f: run });
  fireEvent.keyDown(document.body, { key: 'f' });
  expect(run).toHaveBeenCalledTimes(1);
  const over = document.body.appendChild(document.createElement('div'));
  over.setAttribute('role', role);
  fireEvent.keyDown(document.body, { key: 'f' });
  over.remove();
  expect(run).toHaveBeenCalledTimes(1);
  unmount();
  fireEvent.keyDown(document.body, { key: 'f' });
  expect(run).toHaveBeenCalledTimes(1);
});
