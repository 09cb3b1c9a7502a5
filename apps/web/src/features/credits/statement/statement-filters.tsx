import { STATEMENT_KINDS, type StatementFilter } from '@app/contracts';
import { Download, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadStatement } from '../../../api/downloads/download-statement';
import { errorText } from '../../../api/client/error-text';
import { ApiFailure } from '../../../api/client/api-error';
import { cx } from '../../../shared/cx';
import { showToast } from '../../../shared/toasts';
import { Button } from '../../../shared/ui/actions/button';
import { Select } from '../../../shared/ui/forms/select';
import { DayField } from './day-field';
import type { useStatementView } from './use-statement-view';

interface StatementFiltersProps extends Pick<ReturnType<typeof useStatementView>, 'filter' | 'narrow' | 'clear'> {
  isFiltered: boolean;
  outOfOrder: boolean;
}

/** On a phone they open on demand, so that the statement itself is in sight. */
export function StatementFilters({ filter, isFiltered, outOfOrder, narrow, clear }: StatementFiltersProps) {
  const { t } = useTranslation('statement');
  const region = useId();
  const [open, setOpen] = useState(isFiltered);
  const kinds = STATEMENT_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }));
  return (
    <div className="grid gap-3">
      <Button
        aria-expanded={open}
        aria-controls={region}
        onClick={() => setOpen(!open)}
        className="min-h-11 justify-self-start sm:hidden"
        icon={<SlidersHorizontal aria-hidden="true" className="size-4" />}
      >
        {t('filters')}
      </Button>
      <div id={region} className={cx('grid gap-3', !open && 'max-sm:hidden')}>
        <div className="grid grid-cols-2 items-start gap-4 xl:grid-cols-[1fr_1fr_1fr_auto]">
          <DayField label={t('from')} value={filter.from ?? ''} onChange={(from) => narrow({ from })} />
          <DayField
            label={t('to')}
            value={filter.to ?? ''}
            error={outOfOrder ? t('outOfOrder') : undefined}
            onChange={(to) => narrow({ to })}
          />
          <Select
            label={t('kind')}
            value={filter.kind ?? 'all'}
            options={[{ value: 'all', label: t('allKinds') }, ...kinds]}
            onChange={(kind) => narrow({ kind: kind === 'all' ? undefined : kind })}
          />
          <DownloadCsvButton filter={filter} disabled={outOfOrder} />
        </div>
        <p className="flex min-h-10 flex-wrap items-center gap-x-4 text-sm text-ink-3">
          {t('utc')}
          {isFiltered ? (
            <Button variant="ghost" onClick={clear}>
              {t('clear')}
            </Button>
          ) : null}
        </p>
      </div>
    </div>
  );
}

function DownloadCsvButton({ filter, disabled }: { filter: StatementFilter; disabled: boolean }) {
  const { t } = useTranslation('statement');
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      await downloadStatement(filter);
    } catch (error) {
      const failure = error instanceof ApiFailure ? error.error : null;
      showToast({
        kind: 'error',
        text: errorText(failure),
        key: 'statement-file',
        requestId: failure?.requestId ?? undefined,
      });
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button
      busy={saving}
      disabled={disabled}
      className="mt-6.5 min-h-11"
      icon={<Download aria-hidden="true" className="size-4" />}
      onClick={() => void save()}
    >
      {t('csv')}
    </Button>
  );
}
