import type { Locale } from '@app/contracts';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { findViolations, findContrastViolations } from './axe.js';
import { findCutOffTexts } from './cut-off-texts.js';
import { collectErrors } from '../../open-browser.js';
import { setTheme, viewOf, type Screen } from '../view.js';
import type { ScreenData } from '../screen-data.js';
import { newProfile, type TestUser } from '../../users/test-user.js';

export interface Variant {
  locale: Locale;
  width: 390 | 1280;
  theme: 'light' | 'dark';
}

export const nameOfVariant = ({ locale, width, theme }: Variant): string => `${locale} ${width} ${theme}`;

const RESIZED_WITHIN_MS = 10_000;

/** A page that scrolls sideways, also after what measures itself has followed the window. */
export async function findOverflow(page: Page): Promise<string[]> {
  const fits = (): boolean => document.documentElement.scrollWidth <= window.innerWidth;
  const hasFitted = await page.waitForFunction(fits, undefined, { timeout: RESIZED_WITHIN_MS }).then(
    () => true,
    () => false,
  );
  if (hasFitted) return [];
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return [`the page is ${over} px wider than its window of ${page.viewportSize()?.width} px`];
}

/** Pages of a session, whose words are to be whole on the smallest phone. */
const WITH_WHOLE_WORDS = ['generate-filled', 'gallery-empty', 'favorites', 'profile'];

/** One browser profile per user and language loads the application once. */
export class ScreenAudit {
  private readonly profiles = new Map<string, Promise<BrowserContext>>();

  constructor(
    private readonly browser: Browser,
    private readonly data: ScreenData,
  ) {}

  /** Combinations of one language share the page. `look`: what else is to be seen in it. */
  async findViolations(
    screen: Screen,
    variants: readonly Variant[],
    look?: (page: Page) => Promise<void>,
  ): Promise<Record<string, string[]>> {
    const locales = [...new Set(variants.map(({ locale }) => locale))];
    const found = await Promise.all(
      locales.map((locale) =>
        this.auditLocale(
          screen,
          variants.filter((variant) => variant.locale === locale),
          look,
        ),
      ),
    );
    return Object.fromEntries(found.flatMap(Object.entries).filter(([, faults]) => faults.length > 0));
  }

  /** Shows the screen in a page of its own; resolves with what the console said against it. */
  async visit(
    screen: Screen,
    { locale, width }: Pick<Variant, 'locale' | 'width'>,
    look: (page: Page) => Promise<void>,
  ): Promise<string[]> {
    const user = screen.as?.(this.data);
    const context = await (screen.changesProfile ? this.enter(user, locale) : this.profileOf(user, locale));
    const page = await context.newPage();
    const errors = collectErrors(page);
    try {
      await page.setViewportSize({ width, height: 900 });
      await screen.open(viewOf(page, locale, this.data));
      await look(page);
    } finally {
      await (screen.changesProfile ? context : page).close();
    }
    return errors;
  }

  async close(): Promise<void> {
    for (const profile of this.profiles.values()) await (await profile).close();
  }

  private async auditLocale(
    screen: Screen,
    wanted: readonly Variant[],
    look?: (page: Page) => Promise<void>,
  ): Promise<Record<string, string[]>> {
    const variants = wanted.filter(({ width }) => screen.widths?.includes(width) ?? true);
    const [first] = variants;
    if (!first) return {};
    const found: Record<string, string[]> = {};
    const errors = await this.visit(screen, first, async (page) => {
      for (const variant of variants) found[nameOfVariant(variant)] = await this.check(page, variant, variants);
      await look?.(page);
      found[`${first.locale} 320`] = await this.checkSmallest(page, screen);
    });
    return { [`${first.locale} console`]: errors, ...found };
  }

  /** Another theme of the same width and language can only change colours. */
  private async check(page: Page, variant: Variant, variants: readonly Variant[]): Promise<string[]> {
    await page.setViewportSize({ width: variant.width, height: 900 });
    await setTheme(page, variant.theme);
    // A click that had to be repeated may have scrolled, and a control that lies half under a bar counts as too small.
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    const isFirstOfWidth = variants.find(({ width }) => width === variant.width) === variant;
    if (!isFirstOfWidth) return findContrastViolations(page);
    return [...(await findOverflow(page)), ...(await findViolations(page))];
  }

  /** The smallest phone, and a desktop at 400 %. */
  private async checkSmallest(page: Page, { name, widths }: Screen): Promise<string[]> {
    if (widths && !widths.includes(390)) return [];
    await page.setViewportSize({ width: 320, height: 640 });
    const cutOff = WITH_WHOLE_WORDS.includes(name) ? await findCutOffTexts(page) : [];
    return [...(await findOverflow(page)), ...cutOff];
  }

  private profileOf(user: TestUser | undefined, locale: Locale): Promise<BrowserContext> {
    const key = `${user?.id} ${locale}`;
    const profile = this.profiles.get(key) ?? this.enter(user, locale);
    this.profiles.set(key, profile);
    return profile;
  }

  private enter(user: TestUser | undefined, locale: Locale): Promise<BrowserContext> {
    return this.browser.newContext({
      baseURL: this.data.origin,
      reducedMotion: 'reduce',
      colorScheme: 'light',
      ...(user?.profile(locale) ?? newProfile(locale)),
    });
  }
}
