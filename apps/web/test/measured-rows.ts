import { afterEach, beforeEach, jest } from '@jest/globals';
import { act, fireEvent } from '@testing-library/react';

/** Of each cell: a square as wide as the list without its padding, and 100 around it. */
export const CELL_PX = 318;
const WINDOW_PX = 600;

/** In a list as high as its cells and the room between them, where cells of a row share `data-row`. */
function topOf(cell: Element): number {
  let top = 0;
  for (let each = cell.previousElementSibling; each; each = each.previousElementSibling) {
    const row = each.getAttribute('data-row');
    if (row === null) top += Number.parseFloat((each as HTMLElement).style.height);
    else if (row !== each.nextElementSibling?.getAttribute('data-row')) top += CELL_PX;
  }
  return top;
}

function rectOf(element: Element, listWidth: number): Partial<DOMRect> {
  if (element.tagName === 'UL') return { width: listWidth, height: 0, top: -window.scrollY };
  const cell = element.closest('li');
  const top = (cell ? topOf(cell) : 0) - window.scrollY;
  const height = element === cell ? CELL_PX : CELL_PX - 100;
  return { width: 0, height, top, bottom: top + height };
}

/** Gives lists of images their sizes, which jsdom does not know: one image a row, two of them in a window. */
export function startMeasuring() {
  const Real = window.ResizeObserver;
  const observers = new Set<() => void>();
  const list = { width: 230 };

  beforeEach(() => {
    list.width = 230;
    window.innerHeight = WINDOW_PX;
    window.scrollY = 0;
    window.ResizeObserver = class extends Real {
      private readonly tell: () => void;
      constructor(callback: ResizeObserverCallback) {
        super(callback);
        this.tell = () => callback([], this);
      }
      override observe(): void {
        observers.add(this.tell);
      }
      override disconnect(): void {
        observers.delete(this.tell);
      }
    };
    window.scrollBy = ((options: ScrollToOptions) => {
      window.scrollY += options.top ?? 0;
    }) as typeof window.scrollBy;
    jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: HTMLElement) {
      return rectOf(this, list.width) as DOMRect;
    });
    const style = window.getComputedStyle;
    jest.spyOn(window, 'getComputedStyle').mockImplementation((element, pseudo) => {
      const own = style(element, pseudo);
      if (element.tagName !== 'UL') return own;
      return Object.assign(Object.create(own) as CSSStyleDeclaration, {
        columnGap: '0px',
        getPropertyValue: (name: string) => (name === '--row' ? '190px' : own.getPropertyValue(name)),
      });
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    window.ResizeObserver = Real;
    observers.clear();
  });
  return {
    scrollTo: (top: number) => {
      window.scrollY = top;
      fireEvent.scroll(window);
    },
    /** Makes the list as wide as that. */
    resize: (width: number) => {
      list.width = width;
      act(() => observers.forEach((tell) => tell()));
    },
  };
}
