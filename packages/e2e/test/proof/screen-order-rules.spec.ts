import type { Page } from '@playwright/test';
import { readTree } from '../../src/order/read-tree.js';
import { readingFaults, walkFaults } from '../../src/order/rules.js';
import { walkThrough } from '../../src/order/walk.js';
import { expect, test } from '../../src/screens/fixtures.js';
import { SCREENS } from '../../src/screens/screens.js';
import { text } from '../../src/texts.js';

/** Breaks a screen that is in order. */
type Harm = (page: Page) => Promise<unknown>;

const style =
  (content: string): Harm =>
  (page) =>
    page.addStyleTag({ content });
const script =
  (content: string): Harm =>
  (page) =>
    page.evaluate(content);
const LAST = `[...document.querySelectorAll('main summary')].at(-1)`;

const HARMS: Readonly<Record<string, [Harm, RegExp]>> = {
  'without outline': [
    style('main details:last-of-type summary:focus-visible { outline: none !important }'),
    /^nothing marks the focus of summary/,
  ],
  'without opacity': [
    style('main details:last-of-type summary { opacity: 0 }'),
    /cannot be seen when it has the focus$/,
  ],
  'beside the window': [
    style('main details:last-of-type summary { position: fixed; left: -9999px }'),
    /cannot be seen when it has the focus$/,
  ],
  'without a skip link': [script(`document.querySelector('a[href="#content"]').tabIndex = -1`), /^the first stop is/],
  'with a positive tabindex': [script(`${LAST}.tabIndex = 1`), /^a positive tabindex puts <summary/],
  'with a trap': [
    script(`${LAST}.addEventListener('keydown', (event) => event.key === 'Tab' && event.preventDefault())`),
    /^Tab does not lead on from summary/,
  ],
  'in another order than is seen': [
    style('main article, main section, main .prose { display: flex; flex-direction: column-reverse }'),
    /which stands behind it$/,
  ],
  'without a name': [script(`${LAST}.textContent = ''`), /^summary has no name/],
  'hidden from screen readers': [script(`${LAST}.parentElement.setAttribute('aria-hidden', 'true')`), /is not read$/],
  'with two first headings': [
    script(`document.querySelector('main').append(document.createElement('h1'))`),
    /^there are 2 headings of level 1$/,
  ],
  'with a heading too deep': [
    script(`document.querySelector('main h1').after(document.createElement('h4'))`),
    /^the heading "" of level 4 skips one$/,
  ],
  'with a landmark without a name': [
    script(`document.querySelector('main').append(document.createElement('nav'))`),
    /^a navigation has no name$/,
  ],
  'without a main landmark': [script(`document.querySelector('main').setAttribute('role', 'group')`), /^not one main$/],
};

for (const [name, [harm, fault]] of Object.entries(HARMS))
  test(`a screen ${name} is noticed`, async ({ audit }) => {
    const screen = SCREENS.find((each) => each.name === 'faq');
    if (!screen) throw new Error('There is no FAQ');
    await audit.visit(screen, { locale: 'en', width: 1280 }, async (page) => {
      await page.waitForFunction(() => document.querySelector('#root[data-path]') === null);
      await harm(page);
      const walk = await walkThrough(page, { whole: false, ready: async () => undefined });
      const faults = [...walkFaults(walk, text('en', 'common:nav.skip')), ...readingFaults(await readTree(page), walk)];
      expect(faults).toContainEqual(expect.stringMatching(fault));
    });
  });
