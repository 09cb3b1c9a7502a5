import type { ReactNode } from 'react';
import { cx } from '../../cx';

type Tone = 'plain' | 'amber' | 'danger' | 'ok' | 'info';

const TONES: Record<Tone, string> = {
  plain: 'border-line text-ink-2',
  amber: 'border-transparent bg-amber-tint text-on-amber-tint',
  danger: 'border-transparent bg-danger-tint text-danger-text',
  ok: 'border-line text-ok-text',
  info: 'border-line text-info-text',
};

/** A short status. The only round thing of the product. */
export function Badge({ tone = 'plain', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-pill border px-2.5 py-0.5 text-xs font-semibold [&_svg]:size-3.5',
        TONES[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
