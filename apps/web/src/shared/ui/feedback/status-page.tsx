import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { cx } from '../../cx';

const TONES = { plain: 'text-ink-2', ok: 'text-ok-text', danger: 'text-danger-text' } as const;

interface StatusPageProps {
  icon?: LucideIcon;
  /** Instead of an icon. */
  mark?: ReactNode;
  tone?: keyof typeof TONES;
  /** Something is still being waited for. */
  isBusy?: boolean;
  title: string;
  text?: ReactNode;
  /** Between text and ways on: figures, or steps. */
  details?: ReactNode;
  /** Ways on, the main one first. */
  children?: ReactNode;
}

/**
 * A page that says what became of something, and leads on. A new state is read aloud, and the keyboard continues at its
 * heading.
 */
export function StatusPage({
  icon: Icon,
  mark,
  tone = 'plain',
  isBusy = false,
  title,
  text,
  details,
  children,
}: StatusPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(title);
  useEffect(() => {
    if (first.current === title) return;
    first.current = title;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <div className="mx-auto grid w-full max-w-xl justify-items-center gap-6 px-(--gutter) py-18 text-center lg:py-28">
      {mark}
      {Icon ? (
        <span
          className={cx('grid size-12 place-items-center rounded-control border border-line bg-surface', TONES[tone])}
        >
          <Icon
            aria-hidden="true"
            className={cx('size-6', isBusy && 'animate-spin text-amber-text motion-reduce:animate-none')}
            strokeWidth={1.75}
          />
        </span>
      ) : null}
      <div className="grid gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-2xl">
          {title}
        </h1>
        <div
          role={tone === 'danger' ? 'alert' : 'status'}
          className="grid gap-2 text-balance break-keep text-ink-2 empty:hidden"
        >
          {typeof text === 'string' ? <p>{text}</p> : text}
        </div>
      </div>
      {details}
      <div className="flex flex-wrap justify-center gap-3 empty:hidden">{children}</div>
    </div>
  );
}
