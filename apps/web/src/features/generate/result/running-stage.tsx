import type { Generation, Picture } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../../api/state';
import { formatDate } from '../../../shared/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Progress } from '../../../shared/ui/progress';
import { Spinner } from '../../../shared/ui/spinner';
import { useElapsed } from '../work/use-elapsed';

/** What is really known: place in line, stage, time; and the moment by which it is settled either way. */
export function RunningStage({ generation, picture }: { generation: Generation; picture: Picture }) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const progress = useAppSelector((state) => state.work.progress[picture.id]);
  const elapsed = useElapsed(generation.created_at, true);
  const waiting = picture.status === 'pending' && !progress;
  const stage = progress ? t(`result.stages.${progress.stage}`) : t(waiting ? 'result.pending' : 'result.processing');
  return (
    <>
      {progress?.preview ? (
        <img
          src={progress.preview}
          alt=""
          className="absolute inset-0 size-full scale-105 object-cover opacity-80 blur-lg contrast-75"
        />
      ) : null}
      <div className="relative grid w-full max-w-80 justify-items-center gap-3 p-5">
        <div className="grid w-full justify-items-center gap-3 rounded-control bg-surface p-4 text-center text-ink-2">
          <p className="flex items-center gap-2 font-semibold text-ink">
            <Spinner className="size-4" />
            {stage}
          </p>
          <div className="w-full">
            <Progress label={stage} value={progress?.fraction ?? null} />
          </div>
          <p className="tabular text-sm">
            {waiting && generation.queue
              ? t('result.position', {
                  position: generation.queue.position,
                  seconds: generation.queue.estimated_seconds,
                })
              : `${t('result.elapsed', { seconds: elapsed })} · ${t('result.typical')}`}
          </p>
          <p className="text-xs">
            {t('result.deadline', { time: formatDate(generation.deadline, locale, { timeStyle: 'short' }) })}
          </p>
        </div>
      </div>
    </>
  );
}
