import type { BatchWithRows } from '@app/contracts';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits, joinSentences } from '../../../shared/format/format';
import { useDurationText } from '../../../shared/format/use-duration-text';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Progress } from '../../../shared/ui/feedback/progress';
import { BatchBadge } from '../status-badge';
import { deliveredImages, endedRows, isStoppedOrCompleted, rowsIn } from './batch-status';
import { PauseNote } from './pause-note';
import { AgainButton } from './again-button';
import { RejectionsNote } from './rejections-note';
import { DeleteBatch } from './delete-batch';
import { RunActions } from './run-actions';
import { RunRows } from './run-rows';

interface RunViewProps {
  batch: BatchWithRows;
  heading: RefObject<HTMLHeadingElement | null>;
  /** The last look at it failed: what is shown may be older. */
  isStale: boolean;
}

export function RunView({ batch, heading, isStale }: RunViewProps) {
  const { t } = useTranslation('batch');
  const formatDate = useFormatDate();
  const { name, row_count: count, created_at } = batch;
  return (
    <>
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h1 ref={heading} tabIndex={-1} className="text-2xl lg:text-3xl">
            {name ?? t('unnamed', { count })}
          </h1>
          <BatchBadge batch={batch} />
        </div>
        <div className="tabular flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-3">
          {t('run.started', { date: formatDate(created_at, { dateStyle: 'medium', timeStyle: 'short' }) })}
          <span className="flex flex-wrap gap-x-2">
            <AgainButton batch={batch} />
            <DeleteBatch batch={batch} />
          </span>
        </div>
      </header>
      {batch.pause_reason === null ? null : <PauseNote batch={batch} reason={batch.pause_reason} />}
      <RejectionsNote batch={batch} />
      <section aria-label={t('run.progress')} className="grid gap-3">
        <BatchProgress batch={batch} isStale={isStale} />
        <BatchTotals batch={batch} />
      </section>
      {/* On a phone it stays at the lower edge. */}
      <RunActions batch={batch} />
      <RunRows rows={batch.rows} />
    </>
  );
}

function BatchProgress({ batch, isStale }: { batch: BatchWithRows; isStale: boolean }) {
  const { t } = useTranslation('batch');
  const locale = useLocale();
  const duration = useDurationText();
  const ended = endedRows(batch);
  const text = t('run.ended', { ended, count: batch.row_count });
  const left = batch.estimated_seconds;
  const [begun, waiting] = [rowsIn(batch, 'processing') + rowsIn(batch, 'pending'), rowsIn(batch, 'waiting')];
  return (
    <div className="grid gap-2">
      <p className="tabular flex flex-wrap justify-between gap-x-4 text-sm">
        <span role="status" className="font-semibold">
          {text}
        </span>
        <span className="text-ink-2">
          {joinSentences(
            [
              left === null ? null : t('run.left', { time: duration(left) }),
              isStoppedOrCompleted(batch) ? null : t('run.rest', { begun, waiting }),
              isStale ? t('run.stale') : null,
            ],
            locale,
          )}
        </span>
      </p>
      <Progress label={text} value={ended / batch.row_count} />
      {isStoppedOrCompleted(batch) ? null : (
        <p className="text-sm text-ink-3">
          {t(batch.status === 'paused' ? 'actions.hint.paused' : 'actions.hint.running')}
        </p>
      )}
    </div>
  );
}

/** What it has cost, what is held now, and what it can cost at most. */
function BatchTotals({ batch }: { batch: BatchWithRows }) {
  const { t } = useTranslation('batch');
  const locale = useLocale();
  const figures = {
    used: formatCredits(batch.credits_used, locale),
    held: formatCredits(batch.credits_held, locale),
    most: formatCredits(batch.total_credits, locale),
    images: String(deliveredImages(batch.rows).length),
  } as const;
  return (
    <dl className="tabular grid grid-cols-2 gap-px overflow-hidden rounded-control border border-line bg-line lg:grid-cols-4">
      {(Object.keys(figures) as (keyof typeof figures)[]).map((name) => (
        <div key={name} className="grid content-start gap-1 bg-surface px-4 py-3">
          <dt className="text-sm text-ink-3">{t(`run.figures.${name}`)}</dt>
          <dd className="display text-xl">{figures[name]}</dd>
        </div>
      ))}
    </dl>
  );
}
