import type { Locale } from '@app/contracts';

const TEXTS: Record<Locale, { text: string; reload: string }> = {
  en: {
    text: 'This page did not load completely, so its buttons do not work. Your images, credits and payments are not affected.',
    reload: 'Reload',
  },
  zh: { text: '页面没有加载完整，按钮暂时不可用。图片、积分和付款都不受影响。', reload: '刷新页面' },
};

/**
 * Shown by `early.js` below a page whose first script could not be loaded. Neither its text nor its way on needs a
 * script.
 */
export const stuckLine = (locale: Locale): string =>
  `<div id="stuck" hidden role="alert" class="sticky bottom-0 border-t border-line bg-surface">` +
  `<p class="page flex flex-wrap items-center gap-x-3 py-1 text-sm">${TEXTS[locale].text} ` +
  `<a href="" class="inline-flex min-h-10 items-center font-semibold text-amber-text underline underline-offset-4">` +
  `${TEXTS[locale].reload}</a></p></div>`;
