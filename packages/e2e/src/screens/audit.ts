import type { Locale } from '@app/contracts';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { accessibilityFaults, contrastFaults } from './axe.js';
import { collectErrors } from '../open-browser.js';
import { shine, viewOf, type Screen } from './view.js';
import type { World } from './world.js';
import { newProfile, type TestUser } from '../users/test-user.js';

export interface Look {
  locale: Locale;
  width: 390 | 1280;
  theme: 'light' | 'dark';
}

export const nameOfLook = ({ locale, width, theme }: Look): string => `${locale} ${width} ${theme}`;

/** One browser profile per user and language loads the application once. */
export class ScreenAudit {
  private readonly profiles = new Map<string, Promise<BrowserContext>>();

  constructor(
    private readonly browser: Browser,
    private readonly world: World,
  ) {}

  /** Combinations of one language share the page. */
  async findFaults(screen: Screen, looks: readonly Look[]): Promise<Record<string, string[]>> {
    const locales = [...new Set(looks.map(({ locale }) => locale))];
    const found = await Promise.all(
      locales.map((locale) =>
        this.inLocale(
          screen,
          looks.filter((look) => look.locale === locale),
        ),
      ),
    );
    return Object.fromEntries(found.flatMap(Object.entries).filter(([, faults]) => faults.length > 0));
  }

  async close(): Promise<void> {
    for (const profile of this.profiles.values()) await (await profile).close();
  }

  private async inLocale(screen: Screen, wanted: readonly Look[]): Promise<Record<string, string[]>> {
    const looks = wanted.filter(({ width }) => screen.widths?.includes(width) ?? true);
    const [first] = looks;
    if (!first) return {};
    const user = screen.as?.(this.world);
    const context = await (screen.changesProfile ? this.enter(user, first.locale) : this.profileOf(user, first.locale));
    const page = await context.newPage();
    const found: Record<string, string[]> = { [`${first.locale} console`]: collectErrors(page) };
    try {
      await page.setViewportSize({ width: first.width, height: 900 });
      await screen.open(viewOf(page, first.locale, this.world));
      for (const look of looks) found[nameOfLook(look)] = await this.check(page, look, looks);
    } finally {
      await (screen.changesProfile ? context : page).close();
    }
    return found;
  }

  /** Another theme of the same width and language can only change colours. */
  private async check(page: Page, look: Look, looks: readonly Look[]): Promise<string[]> {
    await page.setViewportSize({ width: look.width, height: 900 });
    await shine(page, look.theme);
    const isFirstOfWidth = looks.find(({ width }) => width === look.width) === look;
    return isFirstOfWidth ? accessibilityFaults(page) : contrastFaults(page);
  }

  private profileOf(user: TestUser | undefined, locale: Locale): Promise<BrowserContext> {
    const key = `${user?.id} ${locale}`;
    const profile = this.profiles.get(key) ?? this.enter(user, locale);
    this.profiles.set(key, profile);
    return profile;
  }

  private enter(user: TestUser | undefined, locale: Locale): Promise<BrowserContext> {
    return this.browser.newContext({
      baseURL: this.world.origin,
      reducedMotion: 'reduce',
      colorScheme: 'light',
      ...(user?.profile(locale) ?? newProfile(locale)),
    });
  }
}
