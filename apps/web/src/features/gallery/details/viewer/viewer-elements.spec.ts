import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { WHOLE, type Extent } from './geometry';
import { viewerElements } from './viewer-elements';

const matchMedia = window.matchMedia;
let place: HTMLElement;
let viewer: HTMLElement;
let pixels: Extent | null;

const part = (name: string) => viewer.querySelector<HTMLElement>(`[${name}]`)?.style;
const sized = (element: Element | null, sizes: Record<string, number>) =>
  Object.entries(sizes).forEach(([name, value]) => Object.defineProperty(element, name, { value, configurable: true }));
const elements = () => viewerElements({ viewer, scroller: place, pixels: () => pixels });

beforeEach(() => {
  pixels = { width: 1200, height: 800 };
  document.body.innerHTML = '<div><div><div data-strip><img data-still></div></div></div>';
  [place, viewer] = [...document.querySelectorAll<HTMLElement>('div')] as [HTMLElement, HTMLElement];
  viewer.getBoundingClientRect = () => new DOMRect(10, 50, 300, 200);
});
afterEach(() => {
  jest.useRealTimers();
  window.matchMedia = matchMedia;
  document.body.innerHTML = '';
});

describe('the parts of a viewer', () => {
  it('tell where its middle is, and how large the image is shown and really is', () => {
    expect(elements().viewer()).toEqual({ width: 300, height: 200, middle: { x: 160, y: 150 } });
    sized(viewer.querySelector('[data-still]'), { offsetWidth: 240, offsetHeight: 160 });
    expect(elements().image()).toEqual({ shown: { width: 240, height: 160 }, pixels });
    expect(elements().windowWidth()).toBe(window.innerWidth);
  });

  it('have no image to look at closely without a file, or while none is shown', () => {
    pixels = null;
    expect(elements().image()).toBeNull();
    pixels = { width: 1, height: 1 };
    viewer.querySelector('[data-still]')?.remove();
    expect(elements().image()).toBeNull();
  });

  it('are at the top until the page around them is scrolled; without one they always are', () => {
    expect(elements().isAtTop()).toBe(true);
    place.scrollTop = 1;
    expect(elements().isAtTop()).toBe(false);
    expect(viewerElements({ viewer, scroller: null, pixels: () => null }).isAtTop()).toBe(true);
  });

  it('keep the room of a viewer that is enlarged, and give it back', () => {
    sized(place, { offsetHeight: 420 });
    elements().enlarge(true);
    expect(place.style.minHeight).toBe('420px');
    expect(viewer).toHaveAttribute('data-zoomed');
    elements().enlarge(false);
    expect(place.style.minHeight).toBe('');
    expect(viewer).not.toHaveAttribute('data-zoomed');
  });
});

describe('a pose', () => {
  it('moves the strip and fades it as it is pulled down, but never quite away', () => {
    elements().paint({ view: WHOLE, strip: { x: 0, y: 350 } });
    expect(part('data-strip')?.transform).toBe('translate(0px, 350px)');
    expect(part('data-strip')?.opacity).toBe('0.5');
    expect(part('data-still')?.transform).toBe('');
    elements().paint({ view: WHOLE, strip: { x: 0, y: 690 } });
    expect(part('data-strip')?.opacity).toBe('0.3');
    elements().paint({ view: WHOLE, strip: { x: -80, y: 0 } });
    expect(part('data-strip')?.transform).toBe('translate(-80px, 0px)');
    expect(part('data-strip')?.opacity).toBe('');
    elements().paint({ view: WHOLE, strip: { x: 0, y: 0 } });
    expect(part('data-strip')?.transform).toBe('');
  });

  it.each([
    [{ scale: 2, x: 0, y: 0 }, 'translate(0px, 0px) scale(2)'],
    [{ scale: 1, x: 5, y: 0 }, 'translate(5px, 0px) scale(1)'],
    [{ scale: 1, x: 0, y: -7 }, 'translate(0px, -7px) scale(1)'],
  ])('at %j lays the image there', (view, transform) => {
    elements().paint({ view, strip: { x: 0, y: 0 } });
    expect(part('data-still')?.transform).toBe(transform);
    expect(part('data-still')?.transition).toBe('none');
  });

  it('is painted also where nothing is shown yet', () => {
    viewer.innerHTML = '';
    expect(() => elements().paint({ view: WHOLE, strip: { x: 1, y: 1 } })).not.toThrow();
  });

  it('is glided to over a moment, or taken at once by people who want stillness', async () => {
    jest.useFakeTimers();
    const arrived = jest.fn();
    const pose = { view: { scale: 2, x: 0, y: 0 }, strip: { x: 0, y: 0 } };
    void elements().glide(pose).then(arrived);
    expect(part('data-still')?.transition).toMatch(/^transform 200ms .*, opacity 200ms /);
    await jest.advanceTimersByTimeAsync(199);
    expect(arrived).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(arrived).toHaveBeenCalledTimes(1);
    window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query.includes('reduced-motion') });
    await elements().glide(pose);
    expect(part('data-still')?.transition).toBe('none');
  });
});
