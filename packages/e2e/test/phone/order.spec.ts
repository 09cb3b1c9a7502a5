import { join } from 'node:path';
import { collectErrors } from '../../src/open-browser.js';
import { readOrder, scriptedScreens } from '../../src/order/read-order.js';
import { expect, test } from '../../src/screens/fixtures.js';
import { openOnPhone } from '../../src/screens/open-on-phone.js';

/**
 * Screens that are built otherwise on a phone, in the language that no other order is written in. A new one begins with
 * an empty file; `npm test -- e2e phone/order --update-snapshots` writes what is found, to be read.
 */
const SCRIPTS = join(import.meta.dirname, 'order');
const locale = 'zh';

/** What the eye is to find first there: the result before its form, the popular plan, the way to select. */
const PUT_FIRST = ['generate-done', 'pricing', 'gallery-full'];

/** Of a page, of a dialog, and of a list. */
const DRAWN = ['generate-done', 'settings-sheet', 'gallery-full'];

test.describe.configure({ mode: 'parallel' });

for (const screen of scriptedScreens(SCRIPTS))
  test(
    `${screen.name} is gone through by Tab in the order in which it is read`,
    {
      tag: DRAWN.includes(screen.name) ? [] : ['@proof'],
    },
    async ({ browser, screenData }) => {
      const errors: string[] = [];
      const { page, context } = await openOnPhone(browser, { screen, locale, data: screenData }, (opened) =>
        collectErrors(opened, errors),
      );
      const order = await readOrder(page, locale, screen);
      await context.close();
      const isWanted = (fault: string) => PUT_FIRST.includes(screen.name) && fault.endsWith(', which stands behind it');
      expect(order.faults.filter((fault) => !isWanted(fault))).toEqual([]);
      expect(order.script).toMatchSnapshot(`${screen.name}.txt`);
      expect(errors).toEqual([]);
    },
  );
