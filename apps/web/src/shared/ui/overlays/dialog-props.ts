import type { ReactNode } from 'react';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** While something runs that must not be interrupted: neither Escape, nor a press outside, nor the cross closes it. */
  busy?: boolean;
  wide?: boolean;
  children?: ReactNode;
  /** Buttons at the end, the main one last. */
  actions?: ReactNode;
}
