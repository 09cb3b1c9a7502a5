import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, render, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, RouterProvider, createMemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { offerUndo } from '../../../entities/generation/generate-draft';
import { connectToasts, type ToastMessage } from '../../../shared/toasts';
import { DEFAULT_CHOICES, EMPTY_DRAFT, type GenerateSettings } from './settings';
import { useSettings } from './use-settings';

const PARENT = '7a1f0c1e-0000-4000-8000-00000000000f';
const stored = () => JSON.parse(window.sessionStorage.getItem('generate_draft') ?? 'null') as unknown;
const prompt = () => window.sessionStorage.getItem('prompt_draft');

/** The settings of a page at an address. */
function open(address = '/generate') {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={['/before', address]}>{children}</MemoryRouter>
  );
  const usePage = () => ({ ...useSettings(), place: useLocation(), navigate: useNavigate() });
  const { result, unmount } = renderHook(usePage, { wrapper });
  return {
    settings: () => result.current.settings,
    place: () => result.current.place,
    search: () => result.current.place.search,
    leave: unmount,
    go: (to: string) => act(() => void result.current.navigate(to)),
    back: () => act(() => void result.current.navigate(-1)),
    change: (part: Partial<GenerateSettings>) => act(() => result.current.change(part)),
  };
}

describe('the settings of the generate page', () => {
  beforeEach(() => window.sessionStorage.clear());

  it('are the defaults at first', () => {
    const { settings } = open();
    expect(settings()).toEqual({ ...EMPTY_DRAFT, ...DEFAULT_CHOICES });
    expect(prompt()).toBeNull();
  });

  it('come from the address, from the draft of the tab, and the prompt from where the home page leaves it', () => {
    window.sessionStorage.setItem('prompt_draft', 'a fox');
    window.sessionStorage.setItem(
      'generate_draft',
      JSON.stringify({ prompt: 'an older one', negativePrompt: 'snow', outputFormat: 'webp', count: 2, seed: '7' }),
    );
    const { settings } = open('/generate?style=anime&size=16%3A9');
    expect(settings()).toEqual({
      ...EMPTY_DRAFT,
      ...DEFAULT_CHOICES,
      prompt: 'a fox',
      negativePrompt: 'snow',
      outputFormat: 'webp',
      count: 2,
      seed: '7',
      style: 'anime',
      size: '16:9',
    });
  });

  it('are kept where they come from: nothing of the prompt in the address or with the rest of the draft', () => {
    const { change, search, settings } = open('/generate?utm=x');
    change({ prompt: 'a fox', model: 'sd3.5-large', style: 'anime', size: '9:16', count: 3, parentId: PARENT });
    expect(search()).toBe('?utm=x&model=sd3.5-large&style=anime&size=9%3A16');
    expect(prompt()).toBe('a fox');
    const { prompt: _, ...rest } = EMPTY_DRAFT;
    const shared = { model: 'sd3.5-large', style: 'anime', size: '9:16' };
    expect(stored()).toEqual({ ...rest, ...shared, count: 3, parentId: PARENT });
    expect(settings()).toMatchObject({ prompt: 'a fox', model: 'sd3.5-large', count: 3, parentId: PARENT });
  });

  it('change one at a time, and several in one step, without losing each other', () => {
    const { change, search, settings } = open();
    change({ style: 'anime' });
    change({ prompt: 'a fox' });
    change({ seed: '7' });
    expect(settings()).toMatchObject({ style: 'anime', prompt: 'a fox', seed: '7' });
    change({ style: DEFAULT_CHOICES.style });
    expect(search()).toBe('');
    expect(settings().prompt).toBe('a fox');
  });

  it('have a quality while their model has one, and its own again with the next such model', () => {
    const { change, settings } = open('/generate?model=dall-e-3');
    change({ quality: 'hd' });
    expect(settings().quality).toBe('hd');
    change({ model: 'sd3.5-large' });
    expect(settings().quality).toBe('standard');
    expect(stored()).toMatchObject({ quality: 'standard' });
    change({ model: 'dall-e-3' });
    expect(settings().quality).toBe('hd');
  });

  it('are found again by a link that names none of model, style and size, and stand in its address again', () => {
    const { change, leave } = open();
    change({ model: 'sd3.5-large', style: 'anime', size: '16:9' });
    change({ size: DEFAULT_CHOICES.size });
    leave();
    const again = open('/generate?utm=x');
    expect(again.settings()).toMatchObject({ model: 'sd3.5-large', style: 'anime', size: DEFAULT_CHOICES.size });
    expect(again.search()).toBe('?utm=x&model=sd3.5-large&style=anime');
    again.back();
    expect(again.place().pathname).toBe('/before');
  });

  it('are kept by such a link on the page itself', () => {
    const { go, search, settings } = open('/generate?model=sd3.5-large&style=anime');
    go('/generate');
    expect(settings()).toMatchObject({ model: 'sd3.5-large', style: 'anime' });
    expect(search()).toBe('?model=sd3.5-large&style=anime');
  });

  it('are those of a link that names one of the three, which counts for all of them', () => {
    const { change, go, leave, search, settings } = open();
    change({ model: 'sd3.5-large', style: 'anime' });
    go('/generate?size=16%3A9');
    expect(settings()).toMatchObject({ ...DEFAULT_CHOICES, size: '16:9' });
    expect(search()).toBe('?size=16%3A9');
    leave();
    expect(open().settings()).toMatchObject({ ...DEFAULT_CHOICES, size: '16:9' });
  });

  it('replace the address as they change, so that one step back leaves the page', () => {
    const { change, back, place } = open();
    change({ style: 'anime' });
    change({ size: '16:9' });
    const before = place();
    change({ prompt: 'a fox' });
    expect(place()).toBe(before);
    back();
    expect(place().pathname).toBe('/before');
  });

  it('leave the page scrolled as it is when they change the address', async () => {
    let change: (part: Partial<GenerateSettings>) => void = () => undefined;
    function Page() {
      ({ change } = useSettings());
      return null;
    }
    const router = createMemoryRouter([{ path: '/generate', element: <Page /> }], { initialEntries: ['/generate'] });
    render(<RouterProvider router={router} />);
    await act(async () => change({ style: 'anime' }));
    expect(router.state.location.search).toBe('?style=anime');
    expect(router.state.preventScrollReset).toBe(true);
  });

  it('follow an undo, those of the address too; what was changed meanwhile stays', async () => {
    const toasts: ToastMessage[] = [];
    const disconnect = connectToasts((toast) => toasts.push(toast));
    const { change, search, settings } = open('/generate?style=anime');
    change({ prompt: 'a fox', seed: '7' });
    const next = { prompt: 'an owl', style: 'comic-book', seed: '' } as const;
    offerUndo(settings(), next);
    change({ ...next, count: 3 });
    await waitFor(() => expect(toasts).toHaveLength(1));
    act(() => toasts[0]?.action?.run());
    expect(settings()).toMatchObject({ prompt: 'a fox', seed: '7', style: 'anime', count: 3 });
    expect(search()).toBe('?style=anime');
    expect(prompt()).toBe('a fox');
    disconnect();
  });
});
