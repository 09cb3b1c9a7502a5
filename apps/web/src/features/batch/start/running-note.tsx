import type { Batch } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAddress } from '../../../shared/i18n/locale-context';
import { Progress } from '../../../shared/ui/feedback/progress';
import { endedRows } from '../run/batch-status';

/** One batch runs at a time: where the other one is. */
export function RunningNote({ running }: { running: Batch | undefined }) {
  const { t } = useTranslation('batch');
  const to = useAddress();
  if (!running) return null;
  const ended = endedRows(running);
  const text = t('running.text', { ended, count: running.row_count });
  return (
    <div className="grid gap-2 rounded-control border border-line bg-surface px-4 py-3">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="tabular font-semibold">{text}</span>
        <Link to={to('batch', { params: { id: running.id } })} className="text-amber-text underline underline-offset-4">
          {t('running.open')}
        </Link>
      </p>
      <Progress label={text} value={ended / running.row_count} />
      <p className="text-sm text-ink-3">{t('running.one')}</p>
    </div>
  );
}
