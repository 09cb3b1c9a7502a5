import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Locale } from '@app/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setBrowserLanguages } from '../../../test/open-app';
import { renderPart } from '../../../test/render-part';
import { webSettings } from '../../config/web-env';
import { setActiveLocale } from '../../shared/i18n/i18n';
import { noticeLocale } from '../locale-hint';
import { ConsentBanner, LocaleBanner, OfflineBanner } from './banners';

afterEach(() => void jest.restoreAllMocks());

it('a page without a network says so until the network is back', async () => {
  const network = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await renderPart(<OfflineBanner />, { user: null, namespaces: [] });
  expect(screen.getByRole('status')).toHaveTextContent(/offline/);
  network.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

describe('a page in another language than that of its reader', () => {
  beforeEach(() => setBrowserLanguages(['zh-CN']));
  afterEach(() => {
    setBrowserLanguages(['en-US']);
    noticeLocale('en');
    setActiveLocale('en');
  });

  const open = async (locale: Locale) => {
    const { unmount } = await renderPart(<LocaleBanner />, {
      user: null,
      namespaces: [],
      path: '/faq?q=a#b',
      locale,
      settles: true,
    });
    return unmount;
  };
  const offer = () => screen.queryByRole('link');

  it('offers the other one in its own words, at the same place, until that is declined', async () => {
    noticeLocale('en');
    const unmount = await open('en');
    await waitFor(() => expect(offer()).toHaveTextContent('切换到中文'));
    expect(offer()).toHaveAttribute('href', '/zh/faq?q=a#b');
    expect(offer()?.closest('[lang]')).toHaveAttribute('lang', 'zh-Hans');
    await userEvent.click(screen.getByRole('button', { name: '不再提示' }));
    expect(offer()).toBeNull();
    unmount();
    await open('en');
    await act(async () => undefined);
    expect(offer()).toBeNull();
  });

  it('offers the other one no more once that was taken, also when one goes back', async () => {
    noticeLocale('en');
    const unmount = await open('en');
    await userEvent.click(await screen.findByRole('link'));
    expect(offer()).toBeNull();
    unmount();
    await open('en');
    await act(async () => undefined);
    expect(offer()).toBeNull();
  });

  it('offers nothing once it is shown in that language, or was from the start', async () => {
    noticeLocale('en');
    const unmount = await open('zh');
    await act(async () => undefined);
    expect(offer()).toBeNull();
    unmount();
    noticeLocale('zh');
    await open('en');
    await act(async () => undefined);
    expect(offer()).toBeNull();
  });
});

describe('the question whether page views may be counted', () => {
  const settings = webSettings as { analyticsId: string | null };
  afterEach(() => void (settings.analyticsId = null));
  const open = () => renderPart(<ConsentBanner />, { user: null, namespaces: [] });
  const question = () => screen.queryByRole('region', { name: 'Analytics' });

  it('is not asked where nothing is counted', async () => {
    await open();
    expect(question()).toBeNull();
  });

  it.each([
    ['Allow', 'granted'],
    ['No, thanks', 'denied'],
  ])('is asked once, and %s is kept in mind as %s', async (name, answer) => {
    settings.analyticsId = 'G-TEST1';
    const { unmount } = await open();
    expect(question()).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name }));
    expect(question()).toBeNull();
    expect(window.localStorage.getItem('analytics_consent')).toBe(answer);
    unmount();
    await open();
    expect(question()).toBeNull();
  });
});
