import type { ReactNode } from 'react';

export function BottomBar({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="sticky bottom-3 z-20 grid gap-3 rounded-sheet border border-line bg-raised p-3 shadow-sheet"
    >
      {children}
    </section>
  );
}
