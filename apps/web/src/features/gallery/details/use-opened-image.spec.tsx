import { beforeEach, describe, expect, it } from '@jest/globals';
import { GALLERY_PAGE_SIZE, type GalleryItem } from '@app/contracts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { http } from 'msw';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { galleryItem, galleryItems, imageId } from '../../../../test/gallery';
import { API, ok, refuse, startServer } from '../../../../test/server';
import { makeStore } from '../../../../test/stores';
import { useOpenedImage, withImage } from './use-opened-image';

const server = startServer();
let pagesAsked: string[];
let imagesAsked: string[];

beforeEach(() => {
  pagesAsked = [];
  imagesAsked = [];
  window.localStorage.setItem('access_token', 'good');
  server.use(
    http.get(`${API}/images`, ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'));
      pagesAsked.push(String(page));
      const data = Array.from({ length: GALLERY_PAGE_SIZE }, (_, index) => galleryItem(100 * page - index));
      return ok({ data, page, limit: GALLERY_PAGE_SIZE, total: 99 });
    }),
    http.get(`${API}/images/:id`, ({ params }) => {
      imagesAsked.push(String(params['id']));
      return params['id'] === imageId(77) ? ok(galleryItem(77)) : refuse('NOT_FOUND');
    }),
  );
});

interface Opened {
  items: readonly GalleryItem[] | null;
  page?: number;
  /** Pages of the list. */
  pages?: number;
  /** New images that are held back. */
  before?: number;
  /** Search of the address. */
  at: string;
  state?: object;
}

function open({ items, page = 1, pages = 3, before = 0, at, state }: Opened) {
  const store = makeStore();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <MemoryRouter initialEntries={['/before', { pathname: '/gallery', search: at, state }]} initialIndex={1}>
        {children}
      </MemoryRouter>
    </Provider>
  );
  const use = (list: { items: readonly GalleryItem[] | null; page: number }) => {
    const { pathname, search } = useLocation();
    const total = pages * GALLERY_PAGE_SIZE;
    const opened = useOpenedImage({
      source: { kind: 'gallery', filter: {} },
      total,
      range: { from: list.page, to: list.page },
      pageOf: () => list.page,
      arrivals: { before, showArrived: () => undefined },
      ...list,
    });
    return { opened, place: pathname + search };
  };
  const { result, rerender } = renderHook(use, { wrapper, initialProps: { items, page } });
  return { opened: () => result.current.opened, place: () => result.current.place, rerender };
}
const image = (number: number) => `?image=${imageId(number)}`;
const idOf = (place: { id: string } | null) => place?.id ?? null;

describe('the images beside the one that is open', () => {
  it('are those of its page', () => {
    const { opened } = open({ items: galleryItems(3), at: image(2) });
    expect([idOf(opened().previous), idOf(opened().next)]).toEqual([imageId(3), imageId(1)]);
    expect(opened().next).toMatchObject({ page: 1, item: { frame_number: 1 } });
    expect(pagesAsked).toEqual([]);
  });

  it('are over the borders of a page the last of the one before and the first of the one after', async () => {
    const { opened } = open({ items: galleryItems(1), page: 2, at: image(1) });
    await waitFor(() => expect(opened().previous).toMatchObject({ id: imageId(89), page: 1 }));
    await waitFor(() => expect(opened().next).toMatchObject({ id: imageId(300), page: 3 }));
    expect(pagesAsked.sort()).toEqual(['1', '3']);
  });

  it('are behind as many as are held back', async () => {
    const items = galleryItems(GALLERY_PAGE_SIZE);
    const last = open({ items, page: 2, pages: 9, before: 20, at: image(1) });
    await waitFor(() => expect(last.opened().next).toMatchObject({ id: imageId(392), page: 4 }));
    const first = open({ items, page: 2, pages: 9, before: 20, at: image(12) });
    await waitFor(() => expect(first.opened().previous).toMatchObject({ id: imageId(293), page: 3 }));
    const one = open({ items, page: 2, pages: 9, before: 1, at: image(12) });
    await waitFor(() => expect(one.opened().previous).toMatchObject({ id: imageId(200), page: 2 }));
  });

  it('are none before the first and after the last, where no page is asked for', async () => {
    const first = open({ items: galleryItems(2), at: image(2) });
    const last = open({ items: galleryItems(2), page: 3, at: image(1) });
    // A list that comes later is asked for in between: whatever else is asked for is known by then.
    const other = open({ items: galleryItems(1), page: 5, pages: 5, at: image(1) });
    await waitFor(() => expect(other.opened().previous).not.toBeNull());
    expect([idOf(first.opened().previous), idOf(first.opened().next)]).toEqual([null, imageId(1)]);
    expect([idOf(last.opened().previous), idOf(last.opened().next)]).toEqual([imageId(2), null]);
    expect(pagesAsked).toEqual(['4']);
  });

  it('are not known of an image that this page does not hold', () => {
    const { opened } = open({ items: galleryItems(3), at: image(77) });
    expect([opened().previous, opened().next]).toEqual([null, null]);
  });
});

describe('the image that is open', () => {
  it('is the one of the list, which is asked for no second time', () => {
    const { opened } = open({ items: galleryItems(3), at: image(2) });
    expect([opened().id, opened().item?.frame_number, opened().lastId]).toEqual([imageId(2), 2, imageId(2)]);
    expect(imagesAsked).toEqual([]);
  });

  it('that is on another page is asked for by itself, once the list is there', async () => {
    const { opened, rerender } = open({ items: null, at: image(77) });
    expect([opened().item, imagesAsked]).toEqual([null, []]);
    rerender({ items: galleryItems(3), page: 1 });
    await waitFor(() => expect(opened().item?.frame_number).toBe(77));
  });

  it('stays in view when it leaves the list, until it is known to be gone', async () => {
    const { opened, rerender } = open({ items: galleryItems(3), at: image(2) });
    rerender({ items: [galleryItem(3), galleryItem(1)], page: 1 });
    expect(opened().item?.frame_number).toBe(2);
    await waitFor(() => expect(opened().item).toBeNull());
    expect(opened().error).toMatchObject({ status: 404 });
    expect(opened().lastId).toBe(imageId(2));
  });

  it('is none without one in the address', () => {
    const { opened } = open({ items: galleryItems(3), at: '?q=fox' });
    expect([opened().id, opened().item, opened().lastId]).toEqual([null, null, null]);
  });
});

describe('turning and closing', () => {
  const items = galleryItems(3);
  const close = async (view: ReturnType<typeof open>) => {
    act(() => view.opened().close());
    await waitFor(() => expect(view.place()).not.toContain('image='));
    return view.place();
  };

  it('goes back to the list that it was opened from', async () => {
    expect(await close(open({ items, at: `${image(2)}&q=fox`, state: { opened: true } }))).toBe('/before');
  });

  it('leaves the list alone where the address itself led to the image', async () => {
    expect(await close(open({ items, at: `${image(2)}&q=fox` }))).toBe('/gallery?q=fox');
  });

  it('on the same page does not change the way back', async () => {
    const view = open({ items, at: image(2), state: { opened: true } });
    act(() => view.opened().show({ id: imageId(1), page: 1, item: galleryItem(1) }));
    expect(view.place()).toBe(`/gallery${image(1)}`);
    expect(await close(view)).toBe('/before');
  });

  it('to another page shows the image before it is fetched, and closes over that page from then on', async () => {
    const view = open({ items, at: image(3), state: { opened: true } });
    act(() => view.opened().show({ id: imageId(201), page: 2, item: galleryItem(201) }));
    expect(view.place()).toBe(`/gallery${image(201)}&page=2`);
    expect(view.opened().item?.frame_number).toBe(201);
    view.rerender({ items: [galleryItem(201), galleryItem(200)], page: 2 });
    act(() => view.opened().show({ id: imageId(200), page: 2, item: galleryItem(200) }));
    expect(await close(view)).toBe('/gallery?page=2');
  });

  it.each([
    ['?q=fox', 'a', undefined, 'q=fox&image=a'],
    ['?image=a&page=2', 'b', 1, 'image=b'],
    ['?image=a', 'b', 2, 'image=b&page=2'],
    ['?image=a&page=2', null, undefined, 'page=2'],
  ])('makes of %s with %s on page %s the address %s', (search, id, page, address) => {
    expect(withImage(search, id, page)).toBe(address);
  });
});
