import { beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { preloadOnIntent } from './preload-on-intent';

const loaded = jest.fn<(page: string) => void>();
const lazy = (page: string) => () => {
  loaded(page);
  return Promise.resolve({});
};

beforeAll(() => {
  preloadOnIntent([
    {
      path: '/',
      lazy: lazy('frame'),
      children: ['faq', 'guide', 'terms', 'api', 'privacy'].map((path) => ({ path, lazy: lazy(path) })),
    },
    { path: '/plain' },
  ]);
});
beforeEach(() => {
  loaded.mockClear();
  Object.defineProperty(navigator, 'connection', { value: undefined, configurable: true });
});

/** Something happens at what is within a link. Answers the pages that were loaded. */
function reach(href: string, happens: (target: Element) => void = fireEvent.pointerOver): string[] {
  document.body.innerHTML = `<a href="${href}"><span>There</span></a><p>Text</p>`;
  loaded.mockClear();
  happens(document.querySelector('span') as Element);
  return loaded.mock.calls.map(([page]) => page).filter((page) => page !== 'frame');
}

it('a page is loaded once when the pointer, the focus or a finger comes to its link', () => {
  expect(reach('/faq?x=1')).toEqual(['faq']);
  expect(reach('/faq')).toEqual([]);
  expect(reach('/guide', (target) => fireEvent.focusIn(target))).toEqual(['guide']);
  expect(reach('/terms', (target) => fireEvent.touchStart(target))).toEqual(['terms']);
});

it('nothing is loaded for other sites, unknown places, or beside a link', () => {
  expect(reach('https://elsewhere.example/api')).toEqual([]);
  expect(reach('/plain')).toEqual([]);
  expect(reach('/nowhere')).toEqual([]);
  fireEvent.pointerOver(document.querySelector('p') as Element);
  fireEvent.pointerOver(document);
  expect(loaded).not.toHaveBeenCalled();
});

it('people who save data load nothing in advance', () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  expect(reach('/api')).toEqual([]);
  Object.defineProperty(navigator, 'connection', { value: { saveData: false }, configurable: true });
  expect(reach('/api')).toEqual(['api']);
});

it('without a network nothing is loaded in advance, because browsers remember what failed', () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(reach('/privacy')).toEqual([]);
  online.mockRestore();
  expect(reach('/privacy')).toEqual(['privacy']);
});
