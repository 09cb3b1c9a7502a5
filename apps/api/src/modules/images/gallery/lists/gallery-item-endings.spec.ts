import { GENERATION_ERROR_CODES, type GalleryItem, type Locale } from '@app/contracts';
import { describe, expect, jest, test } from '@jest/globals';
import { testConfig } from '../../../../../test/support/config.js';
import { LocalDiskStorage } from '../../../../platform/storage/local-disk.storage.js';
import { FileLinks } from '../../files/file-links.js';
import { GalleryItemEndings } from './gallery-item-endings.js';

const NOW = 1_800_000_000;
const WINDOW = 6 * 3600;
const keyOf = (n: number): string =>
  `pictures/2026/11/0190a2f4-0000-7000-8000-${String(n).padStart(12, '0')}/1-abcdef0123456789.png`;
const factsOf = (status: string, code = '', key = ''): string =>
  [status, code, key, '320,640', '1024', '768'].join('\x1f');
const delivered = (n: number): string => factsOf('completed', '', keyOf(n));

function setUp() {
  const links = new FileLinks(testConfig(), new LocalDiskStorage('unused'));
  const made = jest.spyOn(links, 'of');
  const endings = new GalleryItemEndings(links);
  const end = (facts: string, now = NOW, locale: Locale = 'en') =>
    JSON.parse(endings.append({ item: '{"id":"x"', facts }, { locale, now })) as GalleryItem;
  return { links, made, end };
}

test('an item ends with its outcome and its addresses', () => {
  const { end, links } = setUp();
  const image = { object_key: keyOf(1), thumb_widths: [320, 640], width: 1024, height: 768 };
  expect(end(delivered(1))).toEqual({
    id: 'x',
    status: 'completed',
    error_code: null,
    error_message: null,
    ...links.of(image, NOW),
  });
});

describe('what is remembered', () => {
  test('is not made again in the same window, for any reader', () => {
    const { end, made } = setUp();
    const first = end(delivered(1));
    expect(end(delivered(1), NOW + 60, 'zh')).toEqual(first);
    expect(made).toHaveBeenCalledTimes(1);
  });

  test('is the image’s own', () => {
    const { end } = setUp();
    expect([end(delivered(1)).url, end(delivered(2)).url].map((url) => url?.includes(keyOf(1)))).toEqual([true, false]);
  });

  test('is made anew in another window, so that no address is older than its terms', () => {
    const { end } = setUp();
    const expiryOf = (now: number): number =>
      Number(new URL(end(delivered(1), now).url ?? '', 'http://x').searchParams.get('e'));
    expect(expiryOf(NOW + WINDOW) - expiryOf(NOW)).toBe(WINDOW);
  });

  test('is forgotten from the oldest on when it becomes too much', () => {
    const { end, made } = setUp();
    for (let n = 0; n <= 16_384; n += 1) end(delivered(n));
    made.mockClear();
    end(delivered(1));
    expect(made).not.toHaveBeenCalled();
    end(delivered(0));
    expect(made).toHaveBeenCalledTimes(1);
  });
});

test.each(GENERATION_ERROR_CODES)('a failure by %s is told each reader in their language', (code) => {
  const { end } = setUp();
  const [chinese, english] = (['zh', 'en'] as const).map((locale) => end(factsOf('failed', code), NOW, locale));
  expect([chinese, english]).toMatchObject([
    { status: 'failed', error_code: code, url: null, thumbnails: [] },
    { status: 'failed', error_code: code, url: null, thumbnails: [] },
  ]);
  expect(chinese?.error_message).toMatch(/\p{Script=Han}/u);
  expect(english?.error_message).not.toMatch(/\p{Script=Han}/u);
});

test('what was taken back counts as a failure of its own, and what waits as nothing yet', () => {
  const { end } = setUp();
  expect(end(factsOf('cancelled'))).toMatchObject({ status: 'failed', error_code: 'CANCELLED' });
  expect(end(factsOf('pending'))).toMatchObject({ status: 'pending', error_code: null, url: null });
});
