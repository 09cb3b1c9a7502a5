import { useEffect, useRef } from 'react';
import { isSwitchedOn, useStoredSwitch } from './use-stored-switch';
import { isOfInputMethod } from '../../../shared/interaction/input-method';

/** What keys do, by name; `mod+` is Ctrl, or Command on a Mac. */
export type Shortcuts = Record<string, (event: globalThis.KeyboardEvent) => unknown>;

const KEY = 'single_key_shortcuts';

/** Whether single characters do something; who speaks to the machine wants that off. */
export const useSingleKeys = (): [boolean, (on: boolean) => void] => useStoredSwitch(KEY);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The key that deletes is named so on a Mac. */
const nameOf = (key: string): string => (key === 'Backspace' ? 'Delete' : key.length === 1 ? key.toLowerCase() : key);

const isSingleCharacter = (name: string): boolean => name.length === 1;

/** Does what the key is for, if it is for something; while it is held, once, unless it moves. */
export function runShortcut(event: globalThis.KeyboardEvent, shortcuts: Shortcuts): void {
  if (event.defaultPrevented || event.altKey || isOfInputMethod(event) || isTyping(event.target)) return;
  const key = nameOf(event.key);
  const name = event.ctrlKey || event.metaKey ? `mod+${key}` : key;
  const run = shortcuts[name];
  if (!run || (isSingleCharacter(name) && !isSwitchedOn(KEY))) return;
  const isHeld = event.repeat && !key.startsWith('Arrow');
  if (isHeld || run(event) !== false) event.preventDefault();
}

/** Keys of the page itself: not while a dialog or a menu is open over it. */
export function usePageShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    const pressed = (event: globalThis.KeyboardEvent) => {
      if (document.querySelector('[role="dialog"], [role="menu"]') === null) runShortcut(event, current.current);
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}
