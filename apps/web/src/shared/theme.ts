import { useSyncExternalStore } from 'react';
import { prefersStillness } from './browser/reduced-motion';
import { readStored, writeStored } from './storage/local-storage';

export type ThemeChoice = 'system' | 'light' | 'dark';
export type Theme = 'light' | 'dark';

/** Also read by `public/early.js` before the first paint. */
const KEY = 'theme';

const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)');
const watchers = new Set<() => void>();

export function themeChoice(): ThemeChoice {
  const stored = readStored(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

const themeOf = (choice: ThemeChoice): Theme =>
  choice === 'system' ? (systemDark().matches ? 'dark' : 'light') : choice;

function apply(): void {
  const theme = themeOf(themeChoice());
  document.documentElement.dataset.theme = theme;
  // The bars of the browser or of the installed app.
  document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]').forEach((bar) => {
    bar.media = bar.dataset.theme === theme ? 'all' : 'not all';
  });
  watchers.forEach((changed) => changed());
}

/** Turns the lights on or off, with a cross-fade where the browser can and the person wants motion. */
export function chooseTheme(choice: ThemeChoice): void {
  const before = themeOf(themeChoice());
  writeStored(KEY, choice === 'system' ? null : choice);
  // Older browsers lack it, whatever the types say.
  const fade = (document as { startViewTransition?: Document['startViewTransition'] }).startViewTransition;
  if (prefersStillness() || !fade || themeOf(choice) === before) apply();
  else fade.call(document, apply);
}

/** Follows the system and other tabs. Returns the way to stop. */
export function watchTheme(): () => void {
  const system = systemDark();
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) apply();
  };
  // Since the first paint nobody has watched.
  apply();
  system.addEventListener('change', apply);
  window.addEventListener('storage', onStorage);
  return () => {
    system.removeEventListener('change', apply);
    window.removeEventListener('storage', onStorage);
  };
}

function subscribe(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, themeChoice, () => 'system');
export const useTheme = (): Theme =>
  useSyncExternalStore(
    subscribe,
    () => themeOf(themeChoice()),
    () => 'dark',
  );
