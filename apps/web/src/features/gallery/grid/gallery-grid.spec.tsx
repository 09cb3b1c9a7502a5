import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { GalleryItem } from '@app/contracts';
import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { galleryItem, galleryItems, imageId } from '../../../../test/gallery';
import { card } from '../../../../test/gallery-page';
import { generation } from '../../../../test/generations';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../test/server';
import { GalleryPage } from '../gallery-page';

const server = startServer();
const noDialog = () => null;
let calls: string[];

beforeEach(() => {
  calls = [];
  server.use(
    http.get(`${API}/images/generations/:id`, () => ok(generation({ status: 'failed' }))),
    http.post(`${API}/images/:id/favorite`, ({ params }) => {
      calls.push(`mark ${String(params['id'])}`);
      return ok({ is_favorited: true });
    }),
  );
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function open(items: GalleryItem[], path = '/gallery') {
  server.use(http.get(`${API}/images`, () => ok({ data: items, page: 1, limit: 12, total: items.length })));
  const page = await renderPart(<GalleryPage shareDialog={noDialog} />, {
    user: USER,
    path,
    namespaces: ['gallery', 'work', 'options'],
  });
  await screen.findByRole('list', { name: 'Your images' });
  return page;
}
/** Whether the page took the key for itself. */
function key(name: string, part: object = {}): boolean {
  const event = createEvent.keyDown(document.activeElement ?? document.body, { key: name, ...part });
  fireEvent(document.activeElement ?? document.body, event);
  return event.defaultPrevented;
}
const goTo = (number: number) => act(() => card(number).focus());
const boxes = () => screen.queryAllByRole('checkbox').map((box) => box.getAttribute('aria-checked'));
const FAILED = { status: 'failed', url: null, error_code: 'ENGINE_TIMEOUT' } as const;

describe('keys on the sheet', () => {
  it.each(['a', 'f', 'd', 'x', 'Delete', 'Backspace', 'Escape', 'ArrowRight'])(
    '%s away from the images is left alone',
    async (name) => {
      await open(galleryItems(2));
      expect(key(name, name === 'a' ? { ctrlKey: true } : {})).toBe(false);
      expect(boxes()).toEqual([]);
      expect(screen.queryByRole('group')).toBeNull();
      expect(document.body).toHaveFocus();
    },
  );

  it('Ctrl+A at an image selects the page, and while selecting from anywhere', async () => {
    await open(galleryItems(2));
    goTo(2);
    expect(key('a', { ctrlKey: true })).toBe(true);
    expect(boxes()).toEqual(['true', 'true']);
    expect(await screen.findByRole('region', { name: 'Selected images' })).toBeVisible();
    act(() => (document.activeElement as HTMLElement | null)?.blur());
    expect(key('a', { ctrlKey: true })).toBe(true);
    expect(boxes()).toEqual(['false', 'false']);
    expect(key('Escape')).toBe(true);
    expect(boxes()).toEqual([]);
  });

  it('F marks an image that was delivered, and no other one', async () => {
    await open([galleryItem(2), galleryItem(1, FAILED)]);
    goTo(1);
    expect(key('f')).toBe(false);
    goTo(2);
    expect(key('f')).toBe(true);
    await waitFor(() => expect(calls).toEqual([`mark ${imageId(2)}`]));
  });

  it('Delete asks at an image whether it was made or not, and without a network nothing', async () => {
    await open([galleryItem(3), galleryItem(2, FAILED)]);
    goTo(3);
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(key('Delete')).toBe(false);
    expect(screen.queryByRole('group')).toBeNull();
    jest.restoreAllMocks();
    for (const number of [3, 2]) {
      goTo(number);
      expect(key('Delete')).toBe(true);
      expect(card(number).closest('li')).toContainElement(screen.getByRole('group', { name: 'Delete this image?' }));
      key('Escape');
    }
  });

  it('Delete while selecting asks about all that is selected', async () => {
    await open(galleryItems(2));
    goTo(2);
    key('x');
    key('ArrowRight');
    key('x');
    key('Delete');
    expect(await screen.findByRole('group', { name: 'Delete 2 images?' })).toBeVisible();
  });
});

describe('the sheet', () => {
  const eager = () => screen.getAllByRole('img').map((image) => image.getAttribute('loading'));

  it('loads its first four images at once, the others when they are near', async () => {
    await open(galleryItems(6));
    expect(eager()).toEqual(['eager', 'eager', 'eager', 'eager', 'lazy', 'lazy']);
  });

  const days = [
    galleryItem(4, { created_at: new Date().toISOString() }),
    galleryItem(3, { created_at: '2025-03-05T12:30:00.000Z' }),
    galleryItem(2, { created_at: '2025-03-05T12:00:00.000Z' }),
    galleryItem(1, { created_at: '2025-03-04T12:00:00.000Z' }),
  ];
  const headings = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

  it('has a heading for each day, once', async () => {
    await open(days);
    expect(headings()).toEqual(['Today', 'Wednesday, March 5, 2025', 'Tuesday, March 4, 2025']);
    // A row ends before a heading, of which the first has none above it.
    const [first, , second] = screen.getAllByRole('heading', { level: 2 });
    expect(first?.closest('li')?.previousElementSibling).toBeNull();
    expect(second?.closest('li')?.previousElementSibling).toHaveAttribute('aria-hidden', 'true');
    expect(first?.nextElementSibling).not.toBeNull();
    expect(second?.nextElementSibling).toBeNull();
  });
});
