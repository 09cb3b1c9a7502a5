import type { SharedImage } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { previewTags } from './preview-tags.js';

const SITE = { productName: 'R&D', publicOrigin: 'https://lumina.example' };
const image = (prompt: string) =>
  ({
    prompt,
    url: '/api/files/a.png?s=1',
    thumbnails: [
      { width: 320, height: 240, url: '/api/files/a-320.webp?s=1' },
      { width: 1024, height: 768, url: '/api/files/a-1024.webp?e=1&s=1' },
    ],
    width: 1344,
    height: 1008,
  }) as SharedImage;
const tag = (tags: string, name: string) => new RegExp(`property="og:${name}" content="([^"]*)"`).exec(tags)?.[1];

test('show the prompt, escaped, and the largest thumbnail at its whole address', () => {
  const tags = previewTags(image('A "fox" & </title>'), SITE, 'en');
  expect(tag(tags, 'title')).toBe('A &quot;fox&quot; &amp; &lt;/title&gt;');
  expect([tag(tags, 'image:alt'), tag(tags, 'type')]).toEqual([tag(tags, 'title'), 'website']);
  expect(tag(tags, 'image')).toBe('https://lumina.example/api/files/a-1024.webp?e=1&amp;s=1');
  expect([tag(tags, 'image:width'), tag(tags, 'image:height')]).toEqual(['1024', '768']);
  expect(tag(tags, 'site_name')).toBe('R&amp;D');
});

test('shorten a long prompt without cutting a character', () => {
  const title = tag(previewTags(image('🦊'.repeat(200)), SITE, 'en'), 'title') ?? '';
  expect([...title]).toEqual([...'🦊'.repeat(119), '…']);
});

test.each([
  ['en', 'An image made with R&amp;D.'],
  ['zh', '用 R&amp;D 生成的图片。'],
] as const)('describe the image in %s', (locale, description) => {
  expect(tag(previewTags(image('a fox'), SITE, locale), 'description')).toBe(description);
});
