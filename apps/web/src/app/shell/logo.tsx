import { webSettings } from '../../config/web-env';

function LogoMark() {
  return (
    <svg viewBox="6 3 20 26" aria-hidden="true" className="h-7 w-auto">
      <rect x="6" y="3" width="20" height="26" rx="2.2" fill="var(--amber)" />
      <path
        d="M22.1 10.4C17.6 8 11 9.4 9.3 14.7c-1.5 5.3 2.3 9.2 7 9 4.9-.2 7.7-4.5 6.6-9-.8-3.6-4.9-5.6-9.4-4.3"
        fill="none"
        stroke="var(--on-amber)"
        strokeWidth="2.7"
        strokeLinecap="round"
      />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 text-lg">
      <LogoMark />
      <span className="display">{webSettings.productName}</span>
    </span>
  );
}
