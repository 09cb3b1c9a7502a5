import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../../cx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** What it does, in words; also its tooltip for the mouse. */
  label: string;
  icon: ReactNode;
}

export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type="button"
      aria-label={label}
      className={cx(
        'inline-grid size-10 shrink-0 place-items-center rounded-control transition-colors duration-120 ease-print',
        'text-ink-2 enabled:hover:bg-hover enabled:hover:text-ink disabled:opacity-45 [&_svg]:size-5',
        className,
      )}
    >
      {icon}
    </button>
  );
}
