import type { ReactNode } from 'react';

/** Wide code and tables scroll by themselves, not the page; the keyboard must be able to reach them. */
export function Scrolling({ children }: { children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div tabIndex={0} className="overflow-x-auto">
      {children}
    </div>
  );
}

export function ScrollingTable({ children }: { children?: ReactNode }) {
  return (
    <Scrolling>
      <table className="min-w-120">{children}</table>
    </Scrolling>
  );
}
