import { CircleAlert, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { cx } from '../../../shared/cx';

const TONES = { plain: 'text-ink-2', ok: 'text-ok-text', danger: 'text-danger-text' } as const;

interface ResultPageProps {
  icon?: LucideIcon;
  tone?: keyof typeof TONES;
  /** Something is still being waited for. */
  isBusy?: boolean;
  title: string;
  text: ReactNode;
  facts?: ReactNode;
  /** Ways on, the main one first. */
  children: ReactNode;
}

/** What became of a payment; a new state is read aloud, and the keyboard continues at its heading. */
export function ResultPage({
  icon: Icon = CircleAlert,
  tone = 'plain',
  isBusy = false,
  title,
  text,
  facts,
  children,
}: ResultPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(title);
  useEffect(() => {
    if (first.current === title) return;
    first.current = title;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <div className="mx-auto grid w-full max-w-xl gap-6 px-(--gutter) py-12 sm:py-18">
      <div className="grid gap-6 rounded-sheet border border-line bg-surface p-6 shadow-sheet sm:p-8">
        <Icon
          aria-hidden="true"
          className={cx('size-9', TONES[tone], isBusy && 'animate-spin text-amber-text motion-reduce:animate-none')}
          strokeWidth={1.75}
        />
        <div className="grid gap-2">
          <h1 ref={heading} tabIndex={-1} className="text-2xl">
            {title}
          </h1>
          <div role="status" className="grid gap-2 text-ink-2">
            {text}
          </div>
        </div>
        {facts ? <div className="border-y border-line">{facts}</div> : null}
        <div className="flex flex-wrap gap-3 empty:hidden">{children}</div>
      </div>
    </div>
  );
}
