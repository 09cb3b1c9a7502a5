import type { Locale } from '@app/contracts';
import { afterEach, expect } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import type { TestBrowser, Visitor } from './browser.js';
import type { Product } from './product.js';
import type { Person } from './sign-in-person.js';

const LANGUAGE_TAGS: Record<Locale, string> = { en: 'en-US', zh: 'zh-CN' };

/** A browser profile of somebody who comes for the first time, with a browser in this language. */
export const newProfile = (locale: Locale): BrowserContextOptions => ({ locale: LANGUAGE_TAGS[locale] });

export interface Visitors {
  /** Somebody who comes for the first time, with a browser in this language. */
  stranger(locale?: Locale, options?: BrowserContextOptions): Promise<Visitor>;
  /** Somebody who is signed in. */
  as(person: Person, locale?: Locale, options?: BrowserContextOptions): Promise<Visitor>;
}

/** The people of a test; after each test their browsers close, and none may have had trouble in its console. */
export function useVisitors(product: Product, browser: TestBrowser): Visitors {
  let present: Visitor[] = [];
  afterEach(async () => {
    const leaving = present;
    present = [];
    await Promise.all(leaving.map((visitor) => visitor.close()));
    expect(leaving.flatMap(({ troubles }) => troubles)).toEqual([]);
  });
  const enter = async (options: BrowserContextOptions): Promise<Visitor> => {
    const visitor = await browser.visit({ baseURL: product.running.url, acceptDownloads: true, ...options });
    present.push(visitor);
    return visitor;
  };
  return {
    stranger: (locale = 'en', options = {}) => enter({ ...newProfile(locale), ...options }),
    as: (person, locale = 'en', options = {}) => enter({ ...person.profile(locale), ...options }),
  };
}
