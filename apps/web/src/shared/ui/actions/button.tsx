import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { buttonStyle, type ButtonSize, type ButtonVariant } from './button-style';
import { Spinner } from '../feedback/spinner';

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

interface ButtonProps extends ComponentProps<'button'>, Look {
  /** Work in progress: a spinner before the text, further presses are ignored, the focus stays. */
  busy?: boolean;
  icon?: ReactNode;
}

export function Button({
  variant = 'quiet',
  size = 'md',
  busy = false,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- the default is set above
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonStyle(variant, size, className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

export function ButtonLink({
  variant = 'quiet',
  size = 'md',
  icon,
  className,
  children,
  ...rest
}: LinkProps & Look & { icon?: ReactNode; className?: string }) {
  return (
    <Link {...rest} className={buttonStyle(variant, size, className)}>
      {icon}
      {children}
    </Link>
  );
}
