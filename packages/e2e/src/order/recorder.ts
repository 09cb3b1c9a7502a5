/** In pixels of the page that is scrolled to its top. */
export interface Place {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Where the focus stood after one press of Tab. */
export interface Stop {
  /** Says in a message which element it is. */
  label: string;
  /** Whether an outline shows the focus. */
  isMarked: boolean;
  /** Whether a part of it can be seen, with nothing over it. */
  isSeen: boolean;
  /** Null for what moves with the window. */
  place: Place | null;
}

/** `same`: another part of one control. `repeated`: a control that was left before. */
export type Step = 'inside' | 'same' | 'outside' | 'repeated';

declare global {
  interface Window {
    walkParts: {
      /** What shows an element: a field also by the frame around it, a hidden radio button by its label, a slider by its neighbours. */
      drawnBy: (element: HTMLElement) => Element[];
      /** Null where none can be seen. The shadow of the focus is no mark: it has the colour of the page. */
      outlineOf: (element: Element) => string | null;
      isSeen: (element: Element) => boolean;
      /** Scrolling, and what appears with the focus, may take some frames. */
      comesIntoSight: (elements: readonly Element[]) => Promise<boolean>;
      nextFrame: () => Promise<unknown>;
      isFloating: (element: Element, scope: Element) => boolean;
    };
    walk: { step: (whole: boolean) => Promise<Step>; elements: () => Element[]; stops: () => Promise<Stop[]> };
  }
}

/** Runs in the page. */
export function installParts(): void {
  window.walkParts = {
    drawnBy: (element) => {
      const isHidden = element.clientWidth <= 1 || getComputedStyle(element).opacity === '0';
      const frame = element.matches('textarea') ? element.closest('[data-field]') : null;
      if (!isHidden) return frame ? [element, frame] : [element];
      const labels = [...((element as HTMLInputElement).labels ?? [])];
      return labels.length > 0 ? labels : [...(element.parentElement?.querySelectorAll('*') ?? [])];
    },
    outlineOf: (element) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
      const isDrawn =
        outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/[,/] 0\)$/.test(outlineColor);
      return isDrawn ? `${outlineWidth} ${outlineColor}` : null;
    },
    isSeen: (element) => {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      if (width * height === 0) return false;
      const x = (Math.max(0, left) + Math.min(window.innerWidth, right)) / 2;
      const y = (Math.max(0, top) + Math.min(window.innerHeight, bottom)) / 2;
      const above = document.elementFromPoint(x, y);
      const isOnTop = above !== null && (element.contains(above) || above.contains(element));
      return isOnTop && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    },
    comesIntoSight: async (elements) => {
      const { isSeen, outlineOf, nextFrame } = window.walkParts;
      const isThere = () => elements.some(isSeen) && elements.some((each) => outlineOf(each) !== null);
      for (let frames = 0; frames < 60 && !isThere(); frames += 1) await nextFrame();
      return elements.some(isSeen);
    },
    nextFrame: () =>
      new Promise((resolve) => {
        requestAnimationFrame(resolve);
      }),
    isFloating: (element, scope) => {
      for (let each: Element | null = element; each && each !== scope; each = each.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(each).position)) return true;
      return false;
    },
  };
}

/** Runs in the page: remembers the elements that had the focus, and how they looked with it. */
export function installRecorder(): void {
  const { drawnBy, outlineOf, comesIntoSight, nextFrame, isFloating } = window.walkParts;
  const walked: { element: HTMLElement; outlines: (string | null)[]; isSeen: boolean }[] = [];
  const scopeOf = (whole: boolean) =>
    [...document.querySelectorAll('[role="dialog"]')].at(-1) ??
    (whole ? document.body : document.querySelector('main'));
  const stopAt = async (element: HTMLElement) => {
    const drawn = drawnBy(element);
    const isSeen = await comesIntoSight(drawn);
    return { element, outlines: drawn.map(outlineOf), isSeen };
  };
  const measure = ({ element, outlines, ...seen }: (typeof walked)[number]): Stop => {
    const drawn = drawnBy(element);
    const { left, top, right, bottom } = (drawn[0] ?? element).getBoundingClientRect();
    const words = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return {
      label: `${element.getAttribute('role') ?? element.tagName.toLowerCase()} "${words.trim().slice(0, 60)}"`,
      isMarked: drawn.some((each, index) => outlines[index] && outlines[index] !== outlineOf(each)),
      ...seen,
      place: isFloating(element, scopeOf(true) ?? document.body) ? null : { left, top, right, bottom },
    };
  };
  window.walk = {
    step: async (whole) => {
      const element = document.activeElement;
      const scope = scopeOf(whole);
      if (!(element instanceof HTMLElement) || !scope?.contains(element) || element === scope) return 'outside';
      if (walked.at(-1)?.element === element) return 'same';
      const known = walked.find((stop) => stop.element === element);
      if (!known) {
        walked.push(await stopAt(element));
        return 'inside';
      }
      // What had the focus when a dialog opened may not have been marked after a click.
      Object.assign(known, await stopAt(element));
      return 'repeated';
    },
    elements: () => walked.map(({ element }) => element),
    stops: async () => {
      (document.activeElement as HTMLElement | null)?.blur();
      window.scrollTo({ top: 0, behavior: 'instant' });
      for (let frames = 0; frames < 3; frames += 1) await nextFrame();
      // A dialog is gone around from somewhere in its middle.
      const isBefore = (a: Element, b: Element) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING;
      const start = walked.findIndex(({ element }) =>
        walked.every((other) => other.element === element || isBefore(element, other.element)),
      );
      if (document.querySelector('[role="dialog"]')) walked.unshift(...walked.splice(start));
      return walked.map(measure);
    },
  };
}
