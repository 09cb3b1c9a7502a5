import type { Locale, SharedImage } from '@app/contracts';
import { escapeHtml } from '../../../platform/text/escape-html.js';

export interface Site {
  productName: string;
  publicOrigin: string;
}

const TITLE_MAX = 120;
const DESCRIPTIONS: Record<Locale, (productName: string) => string> = {
  en: (productName) => `An image made with ${productName}.`,
  zh: (productName) => `用 ${productName} 生成的图片。`,
};

const shorten = (text: string): string => {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length <= TITLE_MAX ? characters.join('') : `${characters.slice(0, TITLE_MAX - 1).join('')}…`;
};

/** Open Graph and Twitter tags of a shared image, as lines of a page's head. */
export function previewTags(
  { prompt, url, thumbnails, width, height }: SharedImage,
  { productName, publicOrigin }: Site,
  locale: Locale,
): string {
  const largest = thumbnails.at(-1) ?? { url, width, height };
  const title = shorten(prompt);
  const tags: [name: string, content: string | number][] = [
    ['og:type', 'website'],
    ['og:site_name', productName],
    ['og:title', title],
    ['og:description', DESCRIPTIONS[locale](productName)],
    ['og:image', new URL(largest.url, publicOrigin).href],
    ['og:image:width', largest.width],
    ['og:image:height', largest.height],
    ['og:image:alt', title],
  ];
  const lines = tags.map(([name, content]) => `<meta property="${name}" content="${escapeHtml(String(content))}" />`);
  return [...lines, '<meta name="twitter:card" content="summary_large_image" />'].join('\n');
}
