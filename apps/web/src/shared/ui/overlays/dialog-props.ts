import type { ReactNode, RefObject } from 'react';

/** Gets the focus when a dialog closes and what had it before is gone; without one the heading of the page does. */
export type FocusFallback = RefObject<HTMLElement | null>;

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** While something runs that must not be interrupted: neither Escape, nor a press outside, nor the cross closes it. */
  busy?: boolean;
  wide?: boolean;
  fallback?: FocusFallback;
  children?: ReactNode;
  /** Buttons at the end, the main one last. */
  actions?: ReactNode;
}
