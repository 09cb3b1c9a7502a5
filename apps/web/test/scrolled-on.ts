import { afterEach, beforeEach } from '@jest/globals';
import { act, fireEvent } from '@testing-library/react';

/** Stands for the browser that sees when the end of a list is in sight: the page comes when a spec says so. */
export function startScrollingOn() {
  const Real = window.IntersectionObserver;
  const watching = new Set<(isThere: boolean) => void>();
  const margins: unknown[] = [];

  class TestObserver extends Real {
    private readonly tell: (isThere: boolean) => void;
    private readonly places = new Set<Element>();

    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super(callback);
      margins.push(options?.rootMargin);
      this.tell = (isIntersecting) => callback([{ isIntersecting } as IntersectionObserverEntry], this);
    }

    override observe(place: Element): void {
      this.places.add(place);
      watching.add(this.tell);
    }

    override unobserve(place: Element): void {
      this.places.delete(place);
      if (this.places.size === 0) watching.delete(this.tell);
    }
  }

  beforeEach(() => {
    window.IntersectionObserver = TestObserver;
  });
  afterEach(() => {
    window.IntersectionObserver = Real;
    watching.clear();
    margins.length = 0;
  });
  return {
    watching,
    margins,
    scroll: () => fireEvent.scroll(window),
    comeToEnd: (isThere = true) => act(() => watching.forEach((tell) => tell(isThere))),
  };
}
