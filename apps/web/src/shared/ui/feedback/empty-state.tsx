import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  art?: ReactNode;
}

export function EmptyState({ title, text, action, art }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-4 py-18 text-center">
      {art}
      <h2 className="text-xl">{title}</h2>
      {text ? <p className="text-balance break-keep text-ink-2">{text}</p> : null}
      {action ? <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  );
}
