import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface StandstillNoteProps {
  icon: LucideIcon;
  title: string;
  text: string;
  /** What follows if nobody does anything. */
  until: string;
  children?: ReactNode;
}

export function StandstillNote({ icon: Icon, title, text, until, children }: StandstillNoteProps) {
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-control border border-line bg-surface px-4 py-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-info-text" />
      <p role="status" className="grid min-w-44 flex-1 gap-1">
        <strong className="font-semibold">{title}</strong>
        <span className="text-sm text-ink-2">{text}</span>
        <span className="text-sm text-ink-3">{until}</span>
      </p>
      {children}
    </div>
  );
}
