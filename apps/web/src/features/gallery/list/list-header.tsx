import type { GalleryItem } from '@app/contracts';
import type { ReactNode, RefObject } from 'react';
import { HelpButton } from '../keys/help-button';
import { SelectButton } from '../selection/select-button';
import type { Selection } from '../selection/use-selection';

interface ListHeaderProps {
  heading: RefObject<HTMLHeadingElement | null>;
  title: string;
  /** How many there are, in words; told again when it has changed. Null while nobody knows. */
  count: ReactNode;
  /** Null while they are loaded. */
  items: readonly GalleryItem[] | null;
  selection: Selection;
}

export function ListHeader({ heading, title, count, items, selection }: ListHeaderProps) {
  const nothing = items?.length === 0 && !selection.active;
  return (
    <header className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h1 ref={heading} tabIndex={-1} className="scroll-mt-28 text-2xl lg:text-3xl">
        {title}
      </h1>
      <div className="flex items-center gap-3">
        <p role="status" className="tabular text-sm text-ink-3">
          {count}
        </p>
        {nothing ? null : <SelectButton selection={selection} disabled={items === null} />}
        <HelpButton />
      </div>
    </header>
  );
}
