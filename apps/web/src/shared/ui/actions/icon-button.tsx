import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../../cx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** What it does, in words; also its tooltip for the mouse. */
  label: string;
  icon: ReactNode;
  /** For a switch such as favourite: whether it is on. */
  pressed?: boolean;
  /** On an image: a scrim makes it readable on any of them. */
  onImage?: boolean;
}

export function IconButton({ label, icon, pressed, onImage = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      className={cx(
        'inline-grid size-10 shrink-0 place-items-center rounded-control transition-colors duration-120 ease-print',
        'disabled:opacity-45 [&_svg]:size-5',
        onImage ? 'bg-scrim text-on-scrim' : 'text-ink-2 enabled:hover:bg-hover enabled:hover:text-ink',
        className,
      )}
    >
      {icon}
    </button>
  );
}
