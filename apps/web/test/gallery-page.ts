import { afterEach, beforeEach, jest } from '@jest/globals';
import { GALLERY_PAGE_SIZE, UNDO_SECONDS, type Body, type GalleryItem } from '@app/contracts';
import { waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { toast } from 'sonner';
import { galleryItems, imageId } from './gallery';
import { openApp, setBrowserLanguages } from './open-app';
import { API, meHandler, ok, refuse, type startServer } from './server';

/** The gallery of a person who is signed in, as a server keeps it. */
export function startGallery(server: ReturnType<typeof startServer>) {
  let app: Awaited<ReturnType<typeof openApp>> | undefined;
  const world = {
    /** The whole gallery, the latest first: three. What is about pages has more. */
    items: [] as GalleryItem[],
    removed: [] as GalleryItem[][],
    /** What each list was asked for, oldest first. */
    asked: [] as URLSearchParams[],
    archives: [] as unknown[],
    /** Of the marks of several images, what was asked for. */
    markings: [] as unknown[],
    place: () => app?.place() ?? '',
    open: async (path = '/gallery') => {
      app = await openApp(path);
      return app;
    },
    find: (id: unknown) => world.items.find((item) => item.id === id),
  };
  const remove = (ids: string[]) => {
    const gone = world.items.filter(({ id }) => ids.includes(id));
    if (gone.length < ids.length) return refuse('NOT_FOUND');
    world.removed.push(gone);
    world.items = world.items.filter(({ id }) => !ids.includes(id));
    const restore_until = new Date(Date.now() + UNDO_SECONDS * 1000).toISOString();
    return ok({ deleted: gone.map(({ id }) => id), restore_until });
  };
  const pageOf = (items: GalleryItem[], query: URLSearchParams) => {
    const page = Number(query.get('page'));
    const data = items.slice((page - 1) * GALLERY_PAGE_SIZE, page * GALLERY_PAGE_SIZE);
    return ok({ data, page, limit: GALLERY_PAGE_SIZE, total: items.length });
  };
  const matches = (query: URLSearchParams) => (item: GalleryItem) =>
    (query.get('favorite') !== 'true' || item.is_favorited) &&
    (query.get('style') === null || item.style === query.get('style')) &&
    item.prompt.toLowerCase().includes((query.get('q') ?? '').toLowerCase());
  const setFavorite = (id: unknown, favorite: boolean) => {
    world.items = world.items.map((item) => (item.id === id ? { ...item, is_favorited: favorite } : item));
    return ok({ is_favorited: favorite, place: favorite ? null : world.find(id)?.frame_number });
  };
  const handlers = [
    http.get(`${API}/images`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      world.asked.push(query);
      return pageOf(world.items.filter(matches(query)), query);
    }),
    http.get(`${API}/images/favorites`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      return pageOf(
        world.items.filter((item) => item.is_favorited),
        query,
      );
    }),
    http.get(`${API}/images/generations/:id`, () => refuse('NOT_FOUND')),
    http.post(`${API}/images/generations/batch-delete`, async ({ request }) => {
      const { image_ids: ids } = (await request.json()) as { image_ids: string[] };
      return remove(ids);
    }),
    http.post(`${API}/images/restore`, async ({ request }) => {
      const { image_ids: ids } = (await request.json()) as { image_ids: string[] };
      const back = world.removed.flat().filter(({ id }) => ids.includes(id));
      world.items = [...world.items, ...back].sort((one, other) => other.frame_number - one.frame_number);
      return ok({ restored: ids });
    }),
    http.post(`${API}/images/exports`, async ({ request }) => {
      world.archives.push(await request.json());
      return ok({ url: '/api/images/exports/a-ticket', expires_at: new Date().toISOString() });
    }),
    http.post(`${API}/images/favorites`, async ({ request }) => {
      const asked = (await request.json()) as Body<'images.setFavorites'>;
      world.markings.push(asked);
      const missing = asked.image_ids.filter((id) => world.find(id) === undefined);
      asked.image_ids.forEach((id) => setFavorite(id, asked.is_favorited));
      const changed = asked.image_ids.filter((id) => !missing.includes(id));
      const places = asked.is_favorited ? [] : changed.map((id) => world.find(id)?.frame_number);
      return ok({ changed, missing, places });
    }),
    http.post(`${API}/images/:id/favorite`, ({ params }) => setFavorite(params.id, true)),
    http.delete(`${API}/images/:id/favorite`, ({ params }) => setFavorite(params.id, false)),
    http.get(`${API}/images/:id`, ({ params }) => {
      const item = world.find(params.id);
      return item ? ok(item) : refuse('NOT_FOUND');
    }),
    http.get(`${API}/images/:id/lineage`, ({ params }) => {
      const ancestors: GalleryItem[] = [];
      for (let at = world.find(params.id)?.parent_id; at != null; at = ancestors[0]?.parent_id) {
        const parent = world.find(at);
        if (!parent) break;
        ancestors.unshift(parent);
      }
      const remixes = world.items.filter(({ parent_id: parent }) => parent === params.id).toReversed();
      return ok({ ancestors, remixes });
    }),
    http.delete(`${API}/images/:id`, ({ params }) => remove([String(params.id)])),
  ];

  beforeEach(() => {
    Object.assign(world, { items: galleryItems(14).slice(0, 3), removed: [], asked: [], archives: [], markings: [] });
    setBrowserLanguages(['en-US']);
    window.localStorage.setItem('access_token', 'good');
    window.localStorage.setItem('refresh_token', 'refresh');
    server.use(meHandler('good'), ...handlers);
  });
  afterEach(() => {
    jest.useRealTimers();
    // Messages outlive the page that showed them.
    toast.dismiss();
    app?.close();
  });
  return world;
}

// By attributes: roles are dear in a long list, and looked for after each change of the page.
const listOf = (name: string) =>
  [...document.querySelectorAll('ul[aria-label]')].find((list) => list.getAttribute('aria-label') === name);
const present = <T>(found: T | null | undefined, name: string): T => {
  if (found == null) throw new Error(`There is no ${name}`);
  return found;
};
export const sheet = (name = 'Your images') => waitFor(() => present(listOf(name), name) as HTMLElement);
/** The images that are shown now, by their frame numbers. */
export const shownFrames = (name = 'Your images'): number[] => {
  const list = listOf(name) as HTMLElement | undefined;
  const numbers = list ? within(list).queryAllByText(/^\d{4,}$/, { selector: 'span' }) : [];
  return numbers.map(({ textContent }) => Number(textContent?.slice(4)));
};
/** The same, once the sheet is there. */
export const frames = async (name?: string) => {
  await sheet(name);
  return shownFrames(name);
};
export const card = (number: number) =>
  present(document.querySelector<HTMLElement>(`a[data-image="${imageId(number)}"]`), `card of image ${number}`);
