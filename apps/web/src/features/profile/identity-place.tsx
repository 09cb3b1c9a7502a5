import { Skeleton } from '../../shared/ui/feedback/skeleton';

/** Keeps the place of `Identity` in the prerendered page, where `first-person.js` fills in who it is. */
export function IdentityPlace() {
  return (
    <div aria-hidden="true" className="flex items-center gap-4 lg:grid lg:justify-items-start">
      <span data-person="portrait" className="block size-16 shrink-0 overflow-hidden rounded-pill bg-hover" />
      <div className="grid min-w-0 gap-1">
        <p data-person="name" className="truncate text-lg font-semibold">
          <Skeleton className="my-1 h-[calc(1lh-0.5rem)] w-32" />
        </p>
        <p data-person="email" className="truncate text-sm text-ink-3">
          <Skeleton className="my-0.5 h-[calc(1lh-0.25rem)] w-44" />
        </p>
        <Skeleton className="mt-1 h-5.5 w-40" />
        <span className="min-h-8" />
      </div>
    </div>
  );
}
