import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { chooseTheme, themeChoice, watchTheme } from './theme';

let isDark: boolean;
let system: EventTarget;
let stop: () => void;

const bar = (theme: string): HTMLMetaElement => {
  const made = document.createElement('meta');
  made.name = 'theme-color';
  made.dataset['theme'] = theme;
  return made;
};
const [light, dark] = [bar('light'), bar('dark')];
const shown = () => ({ page: document.documentElement.dataset['theme'], light: light.media, dark: dark.media });
const LIGHT = { page: 'light', light: 'all', dark: 'not all' };
const DARK = { page: 'dark', light: 'not all', dark: 'all' };

beforeEach(() => {
  isDark = false;
  system = new EventTarget();
  jest.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(system, {
      media,
      matches: media.includes('dark') && isDark,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );
  document.head.append(light, dark);
  stop = watchTheme();
});
afterEach(() => {
  stop();
  jest.restoreAllMocks();
});

test('a chosen theme colours the page and the bars of the browser, and is kept', () => {
  chooseTheme('dark');
  expect([shown(), themeChoice(), localStorage.getItem('theme')]).toEqual([DARK, 'dark', 'dark']);
  chooseTheme('light');
  expect([shown(), themeChoice(), localStorage.getItem('theme')]).toEqual([LIGHT, 'light', 'light']);
});

test('without a choice the page follows the system, also later', () => {
  chooseTheme('system');
  expect([shown(), localStorage.getItem('theme')]).toEqual([LIGHT, null]);
  isDark = true;
  system.dispatchEvent(new Event('change'));
  expect(shown()).toEqual(DARK);
});

test('a choice in another tab is followed, until nobody watches any more', () => {
  const chooseElsewhere = (key: string, theme: string) => {
    localStorage.setItem('theme', theme);
    window.dispatchEvent(new StorageEvent('storage', { key }));
  };
  chooseElsewhere('theme', 'dark');
  expect(shown()).toEqual(DARK);
  chooseElsewhere('locale', 'light');
  expect(shown()).toEqual(DARK);
  stop();
  chooseElsewhere('theme', 'light');
  expect(shown()).toEqual(DARK);
});

test('what the system chose since the first paint is seen at once', () => {
  stop();
  isDark = true;
  stop = watchTheme();
  expect(shown()).toEqual(DARK);
});
