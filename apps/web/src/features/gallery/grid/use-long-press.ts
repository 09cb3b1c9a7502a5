import { useEffect, useRef, type PointerEvent, type SyntheticEvent } from 'react';

const HOLD_MS = 500;
/** A finger that moves farther scrolls. */
const STILL_PX = 10;

/** What comes of the finger that held, once it is lifted, is no click. */
function swallowNextClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const over = () => window.removeEventListener('click', swallow, true);
  window.addEventListener('click', swallow, { capture: true, once: true });
  window.addEventListener('pointerdown', over, { capture: true, once: true });
}

/**
 * Handlers for what a finger can hold: `onHold` is called while it is still down. Neither the browser's menu nor a
 * selection of text comes of it; with a mouse everything is as ever.
 */
export function useLongPress(onHold: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const from = useRef<{ x: number; y: number } | null>(null);
  const letGo = () => {
    clearTimeout(timer.current);
    from.current = null;
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const hold = () => {
    swallowNextClick();
    navigator.vibrate?.(10);
    onHold();
  };
  const keepOff = (event: SyntheticEvent) => {
    if (from.current !== null) event.preventDefault();
  };
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
      letGo();
      if (pointerType !== 'touch' || !isPrimary) return;
      from.current = { x, y };
      timer.current = setTimeout(hold, HOLD_MS);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const start = from.current;
      if (start && Math.hypot(clientX - start.x, clientY - start.y) > STILL_PX) clearTimeout(timer.current);
    },
    onPointerUp: letGo,
    // The browser scrolls.
    onPointerCancel: letGo,
    onContextMenu: keepOff,
    onDragStart: keepOff,
  };
}
