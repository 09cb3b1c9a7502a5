import { STATEMENT_KINDS, type StatementFilter } from '@app/contracts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadStatement } from '../../../api/downloads/download-statement';
import { errorText } from '../../../api/client/error-text';
import { ApiFailure } from '../../../api/client/api-error';
import { showToast } from '../../../shared/toasts';
import { Button } from '../../../shared/ui/actions/button';
import { Select } from '../../../shared/ui/forms/select';
import { DayField } from './day-field';

interface StatementFiltersProps {
  filter: StatementFilter;
  outOfOrder: boolean;
  onNarrow: (filter: { [name in keyof StatementFilter]?: string | undefined }) => void;
}

export function StatementFilters({ filter, outOfOrder, onNarrow }: StatementFiltersProps) {
  const { t } = useTranslation('statement');
  const kinds = STATEMENT_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }));
  return (
    <div className="grid grid-cols-2 items-start gap-4 xl:grid-cols-[1fr_1fr_1fr_auto]">
      <DayField label={t('from')} value={filter.from ?? ''} onChange={(from) => onNarrow({ from })} />
      <DayField
        label={t('to')}
        value={filter.to ?? ''}
        error={outOfOrder ? t('outOfOrder') : undefined}
        onChange={(to) => onNarrow({ to })}
      />
      <Select
        label={t('kind')}
        value={filter.kind ?? 'all'}
        options={[{ value: 'all', label: t('allKinds') }, ...kinds]}
        onChange={(kind) => onNarrow({ kind: kind === 'all' ? undefined : kind })}
      />
      <SaveFile filter={filter} disabled={outOfOrder} />
    </div>
  );
}

function SaveFile({ filter, disabled }: { filter: StatementFilter; disabled: boolean }) {
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
