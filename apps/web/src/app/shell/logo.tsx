import { webSettings } from '../../config/web-env';

/** The mark: a print on the sheet, circled with a grease pencil. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect x="10" y="7.5" width="12" height="16" rx="1.6" fill="var(--amber)" />
      <path
        d="M20.6 3.6C12.3 2.3 3.9 7.4 3.4 15.2 2.9 23.4 10 28.9 17.2 28.5 24.2 28.1 29.4 22.4 29 15.4 28.6 8.6 22.6 4.4 15.4 4.8"
        fill="none"
        stroke="var(--mark)"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 text-lg">
      <LogoMark className="size-8" />
      <span className="display">{webSettings.productName}</span>
    </span>
  );
}
