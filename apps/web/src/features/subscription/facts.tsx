import type { ReactNode } from 'react';

export interface Fact {
  label: string;
  value: ReactNode;
  /** What the eye looks for first. */
  strong?: boolean;
}

/** Figures of a plan or a payment, one in a line. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="tabular grid">
      {facts.map(({ label, value, strong = false }) => (
        <div
          key={label}
          className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-line py-2.5 first:border-t-0"
        >
          <dt className="text-sm text-ink-2">{label}</dt>
          <dd className={strong ? 'display text-xl' : 'font-semibold'}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
