import type { ReactNode } from 'react';

/** A wide table scrolls by itself, not the page; the keyboard must be able to reach it. */
export function ScrollingTable({ children }: { children?: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div tabIndex={0} className="overflow-x-auto">
      <table className="min-w-120">{children}</table>
    </div>
  );
}
