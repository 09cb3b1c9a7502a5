import { cx } from '../../cx';

/** `plain`: no look of its own, for what is pressed but must not look like a button. */
export type ButtonVariant = 'primary' | 'quiet' | 'ghost' | 'danger' | 'plain';
export type ButtonSize = 'md' | 'lg';

const BASE =
  'inline-flex select-none items-center justify-center gap-2 whitespace-nowrap rounded-control font-semibold ' +
  'transition-colors duration-120 ease-print ' +
  'active:translate-y-px disabled:opacity-55 disabled:active:translate-y-0';

const VARIANTS: Record<Exclude<ButtonVariant, 'plain'>, string> = {
  primary: 'bg-amber text-on-amber enabled:hover:bg-amber-hover [a&]:hover:bg-amber-hover',
  quiet:
    'border border-field bg-transparent text-ink enabled:hover:border-ink-2 enabled:hover:bg-hover ' +
    '[a&]:hover:border-ink-2 [a&]:hover:bg-hover',
  ghost: 'text-ink-2 enabled:hover:bg-hover enabled:hover:text-ink [a&]:hover:bg-hover [a&]:hover:text-ink',
  danger: 'bg-danger text-on-danger enabled:hover:bg-danger-hover',
};

const SIZES: Record<ButtonSize, string> = {
  md: 'min-h-10 px-4 py-2 text-sm',
  lg: 'min-h-12 px-6 py-2.5 text-base',
};

/** Classes of a button, for what must be a link. */
export const buttonStyle = (variant: ButtonVariant, size: ButtonSize, className?: string): string =>
  variant === 'plain' ? cx(className) : cx(BASE, VARIANTS[variant], SIZES[size], className);
