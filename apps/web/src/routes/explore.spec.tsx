import { LOCALES } from '@app/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openApp, setBrowserLanguages } from '../../test/open-app';
import { startServer } from '../../test/server';
import { address } from '../config/paths';
import { EXPLORE_WORKS } from '../entities/sample/explore-works';
import { GUIDE_PAIRS } from '../entities/sample/guide-pairs';

startServer();
let app: Awaited<ReturnType<typeof openApp>>;
beforeEach(() => setBrowserLanguages(['en-US']));
afterEach(() => app.close());

describe.each(LOCALES)('the examples in %s', (locale) => {
  it('shows each work with its prompt in the language of the page', async () => {
    app = await openApp(address('explore', locale));
    const works = within(await screen.findByRole('list', { name: /^(Images by the demo engine|演示引擎的作品)$/ }));
    expect(works.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual(
      EXPLORE_WORKS.map(({ prompt }) => prompt[locale]),
    );
    const loading = works.getAllByRole('img').map((image) => image.getAttribute('loading'));
    expect(loading).toEqual(EXPLORE_WORKS.map((_, index) => (index === 0 ? 'eager' : 'lazy')));
    for (const image of works.getAllByRole('img')) {
      expect(Number(image.getAttribute('width'))).toBeGreaterThan(0);
      expect(Number(image.getAttribute('height'))).toBeGreaterThan(0);
    }
  });

  it('opens the generate page with prompt, style and size, over the sign-in', async () => {
    const [, , , , , , , , , , lion] = EXPLORE_WORKS;
    app = await openApp(address('explore', locale));
    await userEvent.click(await screen.findByRole('link', { name: new RegExp(lion?.prompt[locale] ?? '') }));
    const generate = address('generate', locale, { query: { style: lion?.style ?? '', size: lion?.size ?? '' } });
    await waitFor(() => expect(app.place()).toBe(address('login', locale, { query: { redirect: generate } })));
    expect(window.sessionStorage.getItem('prompt_draft')).toBe(lion?.prompt[locale]);
  });
});

it.each(['ctrlKey', 'metaKey', 'shiftKey'])(
  'an example that is opened in another tab by %s changes no draft here',
  async (key) => {
    app = await openApp('/explore');
    window.sessionStorage.setItem('prompt_draft', 'my own words');
    const [link] = await screen.findAllByRole('link', { name: /^Use this prompt: / });
    // No browser is there to open the tab.
    document.addEventListener('click', (event) => event.preventDefault(), { once: true });
    if (link) fireEvent.click(link, { [key]: true });
    expect(window.sessionStorage.getItem('prompt_draft')).toBe('my own words');
  },
);

describe.each(LOCALES)('the guide in %s', (locale) => {
  it('shows what settings do by a pair of works each, parted by a line that keys move', async () => {
    app = await openApp(address('guide', locale));
    const sliders = await screen.findAllByRole('slider');
    expect(sliders).toHaveLength(GUIDE_PAIRS.length);
    const [words] = sliders;
    if (!words) throw new Error('there is no slider');
    expect(words).toHaveAccessibleName();
    // What a browser does for an arrow key.
    fireEvent.change(words, { target: { value: '62' } });
    expect(words).toHaveAttribute('aria-valuetext', expect.stringMatching(/62.*38/));
    const [pair] = GUIDE_PAIRS;
    for (const side of [pair?.before, pair?.after])
      expect(screen.getByRole('img', { name: side?.prompt[locale] ?? '' })).toBeInTheDocument();
  });
});
