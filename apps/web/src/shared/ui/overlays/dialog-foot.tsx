import type { ReactNode } from 'react';

/** The buttons of a dialog, in reach however long it is. Its parent is no grid: what sticks would stay in its row. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap justify-end gap-3 border-t border-line bg-raised px-6 py-3">
      {children}
    </div>
  );
}
