import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

/** A question that opens to its answer; the browser's own element, so that find-in-page opens it too. */
export function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="group border-b border-line">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-semibold [&::-webkit-details-marker]:hidden">
        {summary}
        <Plus
          aria-hidden="true"
          className="size-5 shrink-0 text-ink-3 transition-transform duration-120 group-open:rotate-45"
        />
      </summary>
      <div className="pb-5 text-ink-2">{children}</div>
    </details>
  );
}
