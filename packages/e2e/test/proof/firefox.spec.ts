import { LOCALES, type Locale } from '@app/contracts';
import { randomUUID } from 'node:crypto';
import { expect, test as base } from '../../src/fixtures.js';
import { Firefox, type FirefoxPage } from '../../src/open-firefox.js';
import { inLocale } from '../../src/texts.js';
import { PROMPT } from '../support/generate-page.js';

const TIMEOUT_MS = 120_000;

interface Fixtures {
  language: Locale;
  firefox: Firefox;
}

const test = base.extend<Fixtures>({
  language: ['en', { option: true }],
  firefox: async ({ language }, use) => {
    const firefox = await Firefox.launch(process.env['FIREFOX_PATH'] ?? 'firefox-esr', language, TIMEOUT_MS);
    await use(firefox);
    await firefox.close();
    expect(firefox.errors).toEqual([]);
  },
});

/** On the sandbox's own page, as a new person. */
async function signIn(visitor: FirefoxPage): Promise<void> {
  await visitor.click('button', 'session:login.with', { provider: 'Google' });
  await (await visitor.element('details summary')).click();
  await visitor.fill('details form [name="name"]', 'Firefox User');
  await visitor.fill('details form [name="email"]', `user-${randomUUID().slice(0, 13)}@example.com`);
  await (await visitor.element('details form button')).click();
}

/** Waits for the image of a prompt, and that its bytes are an image. */
async function expectImage({ page, locale }: FirefoxPage): Promise<void> {
  const selector = `main img[alt*="${PROMPT[locale]}"]`;
  const width = () => page.$$eval(selector, ([image]) => (image as HTMLImageElement | undefined)?.naturalWidth ?? 0);
  await expect.poll(width, { timeout: TIMEOUT_MS }).toBeGreaterThan(0);
}

const expectAt = (visitor: FirefoxPage, path: string): Promise<void> =>
  expect.poll(() => visitor.path(), { timeout: TIMEOUT_MS }).toBe(inLocale(visitor.locale, path));

for (const locale of LOCALES) {
  test.describe(locale, () => {
    test.use({ language: locale });

    test(`in Firefox a new user makes, finds, shares and stops sharing an image: ${locale}`, async ({
      firefox,
      product,
    }) => {
      const owner = await firefox.open(product.running.url + inLocale(locale, '/generate'));
      await signIn(owner);
      await expectAt(owner, '/generate');

      await (await owner.find('textbox', 'generate:prompt.label')).type(PROMPT[locale]);
      await (await owner.element('button[type="submit"]')).click();
      await expectImage(owner);
      await owner.click('button', 'generate:result.favorite');
      await owner.find('button', 'generate:result.unfavorite');

      await owner.click('link', 'common:nav.favorites');
      await expectAt(owner, '/favorites');
      await expectImage(owner);

      await (await owner.element('main li [data-image]')).click();
      await owner.click('button', 'gallery:share');
      const field = await owner.find('textbox', 'sharing:dialog.link');
      const link = await field.evaluate((input) => (input as HTMLInputElement).value);
      const visitor = await firefox.open(link);
      await expectImage(visitor);

      await owner.click('button', 'sharing:dialog.stop');
      await owner.find('group', 'sharing:dialog.stopQuestion');
      await owner.click('button', 'sharing:dialog.stop');
      await owner.find('button', 'sharing:dialog.again');
      await visitor.page.reload();
      await visitor.find('heading', 'sharing:notFound.title');
    });
  });
}
