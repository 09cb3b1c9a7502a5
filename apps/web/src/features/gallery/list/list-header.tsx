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
  /** Search and filters, in the same line where it is wide enough. */
  children?: ReactNode;
  /** In a line of its own, which moves nothing of the first. */
  below?: ReactNode;
}

export function ListHeader({ heading, title, count, items, selection, children, below }: ListHeaderProps) {
  const nothing = items?.length === 0 && !selection.active;
  return (
    <header className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-3 sm:gap-x-3">
      <h1 ref={heading} tabIndex={-1} className="scroll-mt-28 text-2xl">
        {title}
      </h1>
      <p role="status" className="tabular me-auto text-sm text-ink-3 sm:min-w-20">
        {count}
      </p>
      {children}
      {nothing ? null : <SelectButton selection={selection} disabled={items === null} />}
      <HelpButton />
      <div className="min-w-0 basis-full empty:hidden max-xl:order-last">{below}</div>
    </header>
  );
}
