import { describe, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { SEARCH_MAX } from '@app/contracts';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation, useNavigate, type NavigateFunction } from 'react-router-dom';
import { filterOf, isNarrowed, useGalleryView } from './use-gallery-view';

function open(search: string) {
  let place = '';
  let navigate: NavigateFunction;
  function Place() {
    place = useLocation().search;
    navigate = useNavigate();
    return null;
  }
  const { result } = renderHook(() => useGalleryView(), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={[`/gallery${search}`]}>
        <Place />
        {children}
      </MemoryRouter>
    ),
  });
  return { result, view: () => result.current.view, place: () => place, back: () => act(() => void navigate(-1)) };
}

const EVERYTHING = { page: 1, group: null, style: null, order: 'newest', favorites: false, q: '' };

describe('the part of the gallery that an address asks for', () => {
  it.each([
    ['', {}],
    [
      '?page=3&group=artistic&sort=oldest&fav=1&q=%20fox%20',
      { page: 3, group: 'artistic', order: 'oldest', favorites: true, q: 'fox' },
    ],
    ['?style=anime', { style: 'anime' }],
    ['?page=0&group=x&style=x&sort=x&fav=0', {}],
    ['?page=1.5', {}],
    ['?page=10000001', {}],
    [`?q=${'a'.repeat(SEARCH_MAX + 1)}`, { q: 'a'.repeat(SEARCH_MAX) }],
  ])('is read from %s', (search, part) => {
    expect(open(search).view()).toEqual({ ...EVERYTHING, ...part });
  });

  it('leaves out a style that its group does not have', () => {
    expect(open('?group=artistic&style=anime').view()).toEqual({ ...EVERYTHING, group: 'artistic' });
    expect(open('?group=anime&style=anime').view()).toEqual({ ...EVERYTHING, group: 'anime', style: 'anime' });
  });

  it('is asked of the server with what narrows it alone', () => {
    const ask = (search: string) => filterOf(open(search).view());
    expect(ask('')).toEqual({});
    expect(ask('?group=anime')).toEqual({ style_group: 'anime' });
    expect(ask('?group=anime&style=anime&fav=1&q=fox&sort=prompt')).toEqual({
      style: 'anime',
      favorite: true,
      q: 'fox',
      sort: 'prompt',
      order: 'asc',
    });
    expect(ask('?sort=oldest')).toEqual({ sort: 'created_at', order: 'asc' });
  });

  it.each([
    ['', false],
    ['?page=2&sort=oldest', false],
    ['?style=anime', true],
    ['?group=anime', true],
    ['?fav=1', true],
    ['?q=fox', true],
  ])('of %s is narrowed: %s', (search, narrowed) => {
    expect(isNarrowed(open(search).view())).toBe(narrowed);
  });
});

describe('a change of it', () => {
  it('begins with the first page, closes an open image, and keeps what else was chosen', () => {
    const { result, place } = open('?page=3&image=x&fav=1');
    act(() => result.current.narrow({ style: 'anime' }));
    expect(place()).toBe('?fav=1&style=anime');
    act(() => result.current.goTo(2));
    expect(place()).toBe('?fav=1&style=anime&page=2');
    act(() => result.current.goTo(1));
    expect(place()).toBe('?fav=1&style=anime');
    act(() => result.current.narrow({ fav: undefined }));
    expect(place()).toBe('?style=anime');
  });

  it('does not undo what was chosen a moment before', () => {
    const { result, place } = open('');
    act(() => {
      result.current.narrow({ style: 'anime' });
      result.current.narrow({ fav: '1' });
    });
    expect(place()).toBe('?style=anime&fav=1');
  });

  it('by clearing leaves the order alone', () => {
    const { result, place } = open('?page=2&group=artistic&style=anime&fav=1&q=fox&sort=oldest');
    act(() => result.current.clear());
    expect(place()).toBe('?sort=oldest');
  });

  it('begins anew from where Back leads, whatever had been chosen', () => {
    const { result, place, back } = open('?q=fox');
    act(() => result.current.narrow({ style: 'anime' }));
    act(() => result.current.narrow({ fav: '1' }));
    back();
    back();
    expect(place()).toBe('?q=fox');
    act(() => result.current.goTo(2));
    expect(place()).toBe('?q=fox&page=2');
  });

  it('can be gone back from, unless it takes the place of the one before', () => {
    const { result, place, back } = open('');
    act(() => result.current.goTo(2));
    act(() => result.current.narrow({ q: 'fo' }));
    act(() => result.current.narrow({ q: 'fox' }, true));
    back();
    expect(place()).toBe('?page=2');
    act(() => result.current.goTo(3, true));
    back();
    expect(place()).toBe('');
  });
});
