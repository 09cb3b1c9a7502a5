import { LOCALES, type Locale } from '@app/contracts';
import { beforeAll, expect, test } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { accessibilityFaults, contrastFaults } from '../../src/axe.js';
import { newProfile } from '../../src/browser-visitors.js';
import { listen, useBrowser } from '../../src/browser.js';
import { useProduct } from '../../src/product.js';
import { shine, viewOf, type Screen } from '../../src/screens-view.js';
import { furnish, type World } from '../../src/screens-world.js';
import { SCREENS } from '../../src/screens.js';
import type { Person } from '../../src/sign-in-person.js';

const WIDTHS = [390, 1280];
/** Screens that are looked at beside each other: each waits for the server, for letters or a frame most of the time. */
const AT_ONCE = 2;

const product = useProduct({ env: { SWEEP_SECONDS: '1', RATE_LIMIT_PER_MINUTE: '100000' } });
const browser = useBrowser();

let world: World;
beforeAll(async () => {
  world = await furnish(product);
}, 180_000);

/** What is wrong, by language, width and theme. */
type Faults = Record<string, string[]>;

const profiles = new Map<Person | null, Map<Locale, Promise<BrowserContext>>>();

/** One browser profile for a person and a language: the application is fetched and compiled once for all their screens. */
function profileOf(person: Person | null, locale: Locale): Promise<BrowserContext> {
  const known = profiles.get(person) ?? new Map<Locale, Promise<BrowserContext>>();
  profiles.set(person, known);
  const opened = known.get(locale) ?? enter(person, locale);
  known.set(locale, opened);
  return opened;
}

async function enter(person: Person | null, locale: Locale): Promise<BrowserContext> {
  const { context, page } = await browser.visit({
    baseURL: product.running.url,
    reducedMotion: 'reduce',
    colorScheme: 'light',
    ...(person ? person.profile(locale) : newProfile(locale)),
  });
  await page.close();
  return context;
}

async function faultsIn(screen: Screen, locale: Locale): Promise<Faults> {
  const person = screen.as?.(world) ?? null;
  const context = await (screen.changesProfile ? enter(person, locale) : profileOf(person, locale));
  const page = await context.newPage();
  const found: Faults = { [`${locale} console`]: listen(page) };
  try {
    for (const [index, width] of (screen.widths ?? WIDTHS).entries()) {
      await page.setViewportSize({ width, height: 900 });
      if (index === 0) await screen.open(viewOf(page, locale, world));
      await shine(page, 'light');
      found[`${locale} ${width} light`] = await accessibilityFaults(page);
      await shine(page, 'dark');
      found[`${locale} ${width} dark`] = await contrastFaults(page);
    }
  } finally {
    await (screen.changesProfile ? context : page).close();
  }
  return found;
}

const looks = new Map<Screen, Promise<Faults>>();

/** The look at a screen, which may have begun already. */
function look(screen: Screen): Promise<Faults> {
  const begun =
    looks.get(screen) ??
    Promise.all(LOCALES.map((locale) => faultsIn(screen, locale))).then(
      (each): Faults => Object.assign({}, ...each),
      // Told by the test of this screen, which may not have begun yet.
      (error: unknown): Faults => ({ 'cannot be looked at': [String(error)] }),
    );
  looks.set(screen, begun);
  return begun;
}

test.each(SCREENS.map((screen, index) => [screen.name, index] as const))(
  '%s has no fault that axe knows: both languages, light and dark, narrow and wide',
  async (_, index) => {
    const [found] = SCREENS.slice(index, index + AT_ONCE).map(look);
    const faults = Object.entries((await found) ?? {}).filter(([, list]) => list.length > 0);
    expect(Object.fromEntries(faults)).toEqual({});
  },
);
