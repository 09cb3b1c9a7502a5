import { SEARCH_MAX, STYLE_GROUPS, STYLE_GROUP_IDS, STYLES, type Style, type StyleGroup } from '@app/contracts';
import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { GalleryFilter } from '../../../api/endpoints/images';
import { pageOf } from '../../../shared/browser/use-page-of-address';
import { FROM_SCROLL } from './use-page-range';

/** The orders that people choose from; the first is the usual one, and is not sent. */
const ORDERS = {
  newest: {},
  oldest: { sort: 'created_at', order: 'asc' },
  prompt: { sort: 'prompt', order: 'asc' },
  style: { sort: 'style', order: 'asc' },
} as const satisfies Record<string, GalleryFilter>;
export type Order = keyof typeof ORDERS;
export const ORDER_IDS = Object.keys(ORDERS) as Order[];

export interface GalleryView {
  page: number;
  group: StyleGroup | null;
  style: Style | null;
  order: Order;
  favorites: boolean;
  q: string;
}

/** The styles that a group leaves to choose from. */
export const stylesOf = (group: StyleGroup | null): readonly Style[] => (group ? STYLE_GROUPS[group] : STYLES);

function readView(search: URLSearchParams): GalleryView {
  const group = STYLE_GROUP_IDS.find((known) => known === search.get('group')) ?? null;
  return {
    page: pageOf(search),
    group,
    style: stylesOf(group).find((known) => known === search.get('style')) ?? null,
    order: ORDER_IDS.find((known) => known === search.get('sort')) ?? 'newest',
    favorites: search.get('fav') === '1',
    q: (search.get('q') ?? '').trim().slice(0, SEARCH_MAX),
  };
}

/** What is asked of the server for a view. */
export const filterOf = ({ group, style, order, favorites, q }: GalleryView): GalleryFilter => ({
  ...(style ? { style } : group && { style_group: group }),
  ...(favorites && { favorite: true as const }),
  ...(q !== '' && { q }),
  ...ORDERS[order],
});

export const isNarrowed = ({ group, style, favorites, q }: GalleryView): boolean =>
  group !== null || style !== null || favorites || q !== '';

type Change = { [name in 'page' | 'group' | 'style' | 'sort' | 'fav' | 'q']?: string | undefined };

/** The part of the gallery that the address asks for; what it cannot mean is left out. */
export function useGalleryView() {
  const [search, setSearch] = useSearchParams();
  // A navigation takes a moment; what is chosen meanwhile must not undo what was chosen before.
  const wanted = useRef(search);
  const underWay = useRef<string[]>([]);
  useEffect(() => {
    const own = underWay.current.indexOf(search.toString());
    // Somewhere we did not send it, by Back or a link: whatever was under way is overtaken.
    underWay.current = own < 0 ? [] : underWay.current.slice(own + 1);
    if (underWay.current.length === 0) wanted.current = search;
  }, [search]);
  const change = useCallback(
    (values: Change, { replace = false, state }: { replace?: boolean; state?: object } = {}) => {
      const next = new URLSearchParams(wanted.current);
      for (const [name, value] of Object.entries({ image: undefined, ...values })) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      wanted.current = next;
      underWay.current.push(next.toString());
      setSearch(next, { replace, preventScrollReset: true, state });
    },
    [setSearch],
  );
  const view = readView(search);
  const toPage = (page: number) => ({ page: page === 1 ? undefined : String(page) });
  return {
    view,
    goTo: (page: number, replace = false) => change(toPage(page), { replace }),
    /** The address says what has been scrolled to. */
    setPageFromScroll: (page: number) => change(toPage(page), { replace: true, state: FROM_SCROLL }),
    /** Another filter has other pages: it begins with its first. */
    narrow: (values: Omit<Change, 'page'>, replace = false) => change({ page: undefined, ...values }, { replace }),
    clear: () => change({ page: undefined, group: undefined, style: undefined, fav: undefined, q: undefined }),
  };
}
