import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

beforeEach(() => {
  jest.resetModules();
});
afterEach(() => {
  document.head.innerHTML = '';
  delete window.dataLayer;
});

/** A fresh copy of the port in an installation with or without an id. */
async function port(analyticsId: string | null) {
  jest.doMock('../../config/web-env', () => ({ webSettings: { analyticsId } }));
  return import('./analytics');
}

const view = { path: '/shared/:token', title: 'A shared image - Lumina', language: 'en' };
const scripts = () => [...document.head.querySelectorAll('script')].map((script) => script.src);

describe('analytics', () => {
  it('sends nothing and asks nobody where no id is configured', async () => {
    const { analytics, answerConsent, needsConsent } = await port(null);
    answerConsent(true);
    analytics.pageView(view);
    analytics.event('login', { method: 'google' });
    expect([needsConsent(), scripts(), window.dataLayer]).toEqual([false, [], undefined]);
  });

  it('sends nothing before and without consent', async () => {
    const { analytics, answerConsent, needsConsent } = await port('G-TEST1');
    expect(needsConsent()).toBe(true);
    analytics.pageView(view);
    answerConsent(false);
    analytics.pageView(view);
    expect([needsConsent(), scripts(), window.dataLayer]).toEqual([false, [], undefined]);
  });

  it('sends page views and events once both are there, also of the page that was open then', async () => {
    const { analytics, answerConsent } = await port('G-TEST1');
    analytics.pageView(view);
    answerConsent(true);
    analytics.event('generate_image', { style: 'anime', size: '1:1', quality: 'standard' });
    expect(scripts()).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-TEST1']);
    const sent = (window.dataLayer ?? []).map((entry) => Array.from(entry as ArrayLike<unknown>));
    expect(sent.slice(2)).toEqual([
      ['set', { page_location: 'http://localhost/shared/:token', page_title: view.title, language: 'en' }],
      ['event', 'page_view'],
      ['event', 'generate_image', { style: 'anime', size: '1:1', quality: 'standard' }],
    ]);
  });
});
