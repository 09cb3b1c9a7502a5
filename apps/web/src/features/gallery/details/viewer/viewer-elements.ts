import { prefersStillness } from '../../../../shared/browser/reduced-motion';
import type { Extent } from './geometry';
import type { Pose, ViewerElements } from './image-viewer';

const GLIDE_MS = 200;
const GLIDE = `${GLIDE_MS}ms cubic-bezier(.2,.7,.2,1)`;
/** How far down the strip has to be pulled to be gone. */
const FADES_OVER_PX = 700;

/** Where the parts of a viewer are found: the viewer, the strip in it, and on that the image that can be enlarged. */
export const STRIP = '[data-strip]';
export const STILL = '[data-still]';

interface ViewerElementsOptions {
  viewer: HTMLElement;
  /** What scrolls around it. */
  scroller: Element | null;
  /** Pixels of the file; null while there is none. */
  pixels: () => Extent | null;
}

const paintOn = (element: HTMLElement | null, transform: string, transition: string): void => {
  if (!element) return;
  element.style.transition = transition;
  element.style.transform = transform;
};

/** The viewer of the details by its elements. */
export function viewerElements({ viewer, scroller, pixels }: ViewerElementsOptions): ViewerElements {
  const find = (part: string) => viewer.querySelector<HTMLElement>(part);
  const paint = ({ view, strip }: Pose, transition = 'none') => {
    const band = find(STRIP);
    paintOn(band, strip.x === 0 && strip.y === 0 ? '' : `translate(${strip.x}px, ${strip.y}px)`, transition);
    if (band) band.style.opacity = strip.y === 0 ? '' : String(Math.max(1 - strip.y / FADES_OVER_PX, 0.3));
    const whole = view.scale === 1 && view.x === 0 && view.y === 0;
    paintOn(find(STILL), whole ? '' : `translate(${view.x}px, ${view.y}px) scale(${view.scale})`, transition);
  };
  return {
    paint,
    viewer: () => {
      const { left, top, width, height } = viewer.getBoundingClientRect();
      return { width, height, middle: { x: left + width / 2, y: top + height / 2 } };
    },
    image: () => {
      const still = find(STILL);
      const file = pixels();
      return still && file ? { shown: { width: still.offsetWidth, height: still.offsetHeight }, pixels: file } : null;
    },
    isAtTop: () => (scroller?.scrollTop ?? 0) <= 0,
    windowWidth: () => window.innerWidth,
    enlarge: (on) => {
      const place = viewer.parentElement;
      // What lies below must not move up, nor the page scroll, while the viewer has left its place.
      if (place) place.style.minHeight = on ? `${place.offsetHeight}px` : '';
      viewer.toggleAttribute('data-zoomed', on);
    },
    glide: async (pose) => {
      const still = prefersStillness();
      paint(pose, still ? 'none' : `transform ${GLIDE}, opacity ${GLIDE}`);
      if (!still) await new Promise((resolve) => setTimeout(resolve, GLIDE_MS));
    },
  };
}
