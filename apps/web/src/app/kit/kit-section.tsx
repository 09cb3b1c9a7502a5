import { useId, type ReactNode } from 'react';

export function KitSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-6">
      <h2 id={id} className="border-b border-line pb-2 text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
