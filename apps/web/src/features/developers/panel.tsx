import { useId, type ReactNode, type RefObject } from 'react';
import { errorProps } from '../../api/client/error-text';
import { useLocale } from '../../shared/i18n/locale-context';
import { ErrorState } from '../../shared/ui/feedback/error-state';
import { Loading, Skeleton } from '../../shared/ui/feedback/skeleton';

export interface PanelQuery<T> {
  data?: T | undefined;
  error?: unknown;
  isLoading: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

interface PanelProps<T> {
  title: string;
  /** Gets the focus when an entry that has it goes. */
  heading: RefObject<HTMLHeadingElement | null>;
  lead: ReactNode;
  action?: ReactNode;
  query: PanelQuery<T>;
  children: (data: T) => ReactNode;
}

/** A list that loads, fails and is retried by itself. */
export function Panel<T>({ title, heading, lead, action, query, children }: PanelProps<T>) {
  const id = useId();
  const locale = useLocale();
  const { data, error, isLoading, isFetching } = query;
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} id={id} tabIndex={-1} className="text-xl">
          {title}
        </h2>
        {action}
      </div>
      <p className="text-ink-2">{lead}</p>
      {error && data === undefined ? (
        <ErrorState {...errorProps(error, locale)} retrying={isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <Loading active={isLoading} placeholder={<Skeleton className="h-32 w-full rounded-sheet" />}>
          {data === undefined ? null : children(data)}
        </Loading>
      )}
    </section>
  );
}
