import { DEFAULT_LOCALE, LOCALES } from '@app/contracts';
import { expect, test } from '../../src/fixtures.js';
import { inLocale, text } from '../../src/texts.js';

for (const locale of LOCALES)
  test(
    `the address in a mail opens a page that asks, without signing in, in ${locale}`,
    { tag: locale === DEFAULT_LOCALE ? ['@proof'] : [] },
    async ({ open }) => {
      const { page } = await open.asVisitor(locale);
      const posted: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && posted.push(new URL(request.url()).pathname));
      await page.goto('/api/users/unsubscribe/a-token');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text(locale, 'session:unsubscribe.title'));
      await expect(page).toHaveURL(inLocale(locale, '/unsubscribe'));
      expect(posted).toEqual([]);
      await page.getByRole('button', { name: text(locale, 'session:unsubscribe.confirm') }).click();
      // Nobody's token.
      await page.getByText(text(locale, 'session:unsubscribe.invalid')).waitFor();
      expect(posted).toEqual(['/api/users/unsubscribe/a-token']);
    },
  );
