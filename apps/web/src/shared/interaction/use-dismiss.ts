import { useEffect, type RefObject } from 'react';
import { isOfInputMethod } from './input-method';

/**
 * Closes what is open on Escape, on a press outside of `ref`, and when the focus goes elsewhere, where it could be covered.
 * Escape gives the focus back to the element that had it when it opened.
 */
export function useDismiss(open: boolean, ref: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    if (!open) return undefined;
    const opener = document.activeElement;
    const onFocus = ({ target }: FocusEvent) => {
      const box = ref.current;
      if (box && target instanceof Node && !box.contains(target) && !target.contains(box)) close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isOfInputMethod(event)) return;
      document.removeEventListener('focusin', onFocus);
      close();
      if (opener instanceof HTMLElement) opener.focus();
    };
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) close();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [open, ref, close]);
}
