import { Badge } from '../../shared/ui/feedback/badge';

const WAITING = 'inline-block animate-breathe rounded-image bg-hover';
/** As high as the text that takes its place. */
const LINE = '\u00a0';

/** Keeps the place of `Identity` in the prerendered page, where `first-person.js` fills in who it is. */
export function IdentityPlace() {
  return (
    <div aria-hidden="true" className="flex items-center gap-4 lg:grid lg:justify-items-start">
      <span data-person="portrait" className="block size-16 shrink-0 overflow-hidden rounded-pill bg-hover" />
      <div className="grid min-w-0 gap-1">
        <p data-person="name" className="truncate text-lg font-semibold">
          <span className={`${WAITING} w-32`}>{LINE}</span>
        </p>
        <p data-person="email" className="truncate text-sm text-ink-3">
          <span className={`${WAITING} w-40`}>{LINE}</span>
        </p>
        <span className="mt-1 flex">
          <Badge tone="plain">{LINE}</Badge>
        </span>
        <span className="min-h-8" />
      </div>
    </div>
  );
}
