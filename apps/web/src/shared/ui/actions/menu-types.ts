import type { ReactNode } from 'react';

export interface MenuEntry {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  /** A place to go … */
  to?: string;
  /** … or something to do. */
  onSelect?: () => void;
  /** The chosen one among its neighbours. */
  current?: boolean;
  /** Language of the label, where it is not the page's. */
  lang?: string;
  /** A line above it. */
  separated?: boolean;
  danger?: boolean;
  /** Why it cannot be done now, if it cannot. */
  disabledReason?: string | null;
}

export interface MenuProps {
  /** Name of the trigger for a screen reader. */
  label: string;
  /** Id of what says which thing it is about, where there are several. */
  describedBy?: string;
  trigger: ReactNode;
  triggerClassName?: string;
  /** Above the entries: who is signed in, for example. */
  header?: ReactNode;
  entries: readonly MenuEntry[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}
