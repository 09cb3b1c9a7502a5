import type { Generation, Picture } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../../entities/app-state';
import { useDurationText } from '../../../shared/hooks/use-duration-text';
import { Progress } from '../../../shared/ui/feedback/progress';
import { Spinner } from '../../../shared/ui/feedback/spinner';
import { Deadline } from '../../../entities/generation/deadline';
import { useElapsed } from '../generations/use-elapsed';
import { useEstimate } from '../generations/use-estimate';

/** What is really known: place in line, stage, time; and the moment by which it is settled either way. */
export function RunningPreview({ generation, picture: image }: { generation: Generation; picture: Picture }) {
  const { t } = useTranslation('generate');
  const progress = useAppSelector((state) => state.generationJobs.progress[image.id]);
  const waiting = image.status === 'pending' && !progress;
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
            <Pace generation={generation} waiting={waiting} />
          </p>
          <p className="tabular text-xs">
            <Deadline deadline={generation.deadline} />
          </p>
        </div>
      </div>
    </>
  );
}

function Pace({ generation, waiting }: { generation: Generation; waiting: boolean }) {
  const { t } = useTranslation('work');
  const duration = useDurationText();
  const elapsed = useElapsed(generation.created_at, true);
  const estimate = useEstimate(generation);
  const position = generation.queue?.position ?? 0;
  const first =
    waiting && position > 0 ? t('line.place', { position }) : t('line.elapsed', { time: duration(elapsed) });
  const rest =
    estimate === null ? null : estimate > 0 ? t('line.estimate', { time: duration(estimate) }) : t('line.longer');
  return [first, rest].filter(Boolean).join(' · ');
}
