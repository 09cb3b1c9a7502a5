import { useEffect, useRef, useState, type FocusEvent, type RefObject } from 'react';

export interface HistoryPanel {
  open: boolean;
  /** `opener` gets the focus back. */
  openFrom: (opener: HTMLElement) => void;
  close: () => void;
  cancel: () => void;
  /** Closes, with the focus at the end of the prompt. */
  toField: () => void;
  onBlur: (event: FocusEvent) => void;
}

interface Places {
  field: RefObject<HTMLTextAreaElement | null>;
  /** Around the button and what it opens. */
  frame: RefObject<HTMLDivElement | null>;
}

/** Opens and closes what lies over the page below the prompt. */
export function useHistoryPanel({ field, frame }: Places): HistoryPanel {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLElement | null>(null);

  useEffect(() => {
    if (!open) return undefined;
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !frame.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open, frame]);

  const close = () => setOpen(false);
  return {
    open,
    openFrom: (element) => {
      opener.current = element;
      setOpen(true);
    },
    close,
    cancel: () => {
      close();
      opener.current?.focus();
    },
    toField: () => {
      close();
      field.current?.focus();
      // Once the new text stands there.
      requestAnimationFrame(() =>
        field.current?.setSelectionRange(field.current.value.length, field.current.value.length),
      );
    },
    // By Tab; a press outside is heard above, and another window takes the focus without a new owner.
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
    },
  };
}
