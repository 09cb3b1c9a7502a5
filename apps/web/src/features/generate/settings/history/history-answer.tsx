import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../../api/client/error-text';
import { Button } from '../../../../shared/ui/actions/button';
import { Loading, Skeleton } from '../../../../shared/ui/feedback/skeleton';
import type { PromptEntries } from './use-prompt-entries';

interface HistoryAnswerProps {
  entries: PromptEntries;
  query: string;
  children: ReactNode;
}

export function HistoryAnswer({ entries, query, children }: HistoryAnswerProps) {
  const { t } = useTranslation(['generate', 'common']);
  const { found, error, busy, retry } = entries;
  const count = found?.length ?? 0;
  if (error && count === 0) {
    return (
      <div role="alert" className="grid justify-items-start gap-2 p-3 text-sm">
        <p className="text-danger-text">{errorText(error)}</p>
        <Button busy={busy} onClick={retry}>
          {t('common:actions.retry')}
        </Button>
      </div>
    );
  }
  const isSearch = query.trim() !== '';
  const isOver = found !== null && !busy;
  const nothing = isOver && count === 0 ? t(isSearch ? 'generate:history.noMatch' : 'generate:history.empty') : '';
  return (
    <>
      <Loading active={count === 0 && !isOver} placeholder={<Rows />}>
        {count > 0 ? children : null}
      </Loading>
      <p role="status" className={nothing === '' ? 'sr-only' : 'p-3 text-sm text-ink-2'}>
        {nothing}
        {isSearch && count > 0 ? t('generate:history.found', { count }) : null}
      </p>
    </>
  );
}

const Rows = () => (
  <div className="grid gap-2 p-2">
    {[0, 1, 2].map((row) => (
      <Skeleton key={row} className="h-10 w-full" />
    ))}
  </div>
);
