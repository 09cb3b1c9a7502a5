import { isOpen, type Generation } from '@app/contracts';
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../../entities/app-state';
import { Deadline } from '../../../entities/generation/deadline';
import { useDurationText } from '../../../shared/format/use-duration-text';
import { useSecondsLeft } from '../../../shared/hooks/use-seconds-left';
import { onOwnClock } from '../../../shared/time/server-clock';
import { Progress } from '../../../shared/ui/feedback/progress';
import { useElapsed } from '../generations/use-elapsed';
import { useEstimate } from '../generations/use-estimate';
import { CancelButton } from './cancel-button';
import { progressOfRun, secondsLeft, type Reading } from './run-progress';
import { useStage } from './use-stage';

interface RunStatusProps {
  generation: Generation;
  /** Gets the focus when the button goes. */
  focusFallback: RefObject<HTMLElement | null>;
}

/** One bar, one time and one promise for the whole run, below its images. */
export function RunStatus({ generation, focusFallback }: RunStatusProps) {
  const { t } = useTranslation('generate');
  const reported = useAppSelector((state) => state.generationJobs.progress);
  const { done, count, fraction } = progressOfRun(generation, reported);
  const current = generation.generated_images.find(isOpen);
  const stage = useStage(generation, current);
  const isOutOfTime = useSecondsLeft(onOwnClock(generation.deadline)) === 0;
  return (
    <div className="grid w-full gap-2 text-sm">
      <Progress label={stage} value={fraction} />
      <p className="tabular flex flex-wrap gap-x-2 text-ink-2">
        <span className="font-semibold text-ink">{stage}</span>
        {count > 1 ? <span className="font-semibold text-ink">· {t('result.doneOf', { done, count })}</span> : null}
        <span>
          · <Pace key={generation.id} generation={generation} fraction={fraction} />
        </span>
      </p>
      <p className="tabular text-xs text-ink-3">
        <Deadline deadline={generation.deadline} />
      </p>
      {isOutOfTime ? null : <CancelButton generation={generation} focusFallback={focusFallback} />}
    </div>
  );
}

/** The first that is heard of a run since it is drawn: before, it may have waited in the queue for long. */
function useFirst(reading: Reading | null): Reading | null {
  const [first, setFirst] = useState<Reading | null>(null);
  if ((reading === null) !== (first === null)) setFirst(reading);
  return first;
}

function Pace({ generation, fraction }: { generation: Generation; fraction: number | null }) {
  const { t } = useTranslation('work');
  const duration = useDurationText();
  const elapsed = useElapsed(generation.created_at);
  const estimate = useEstimate(generation);
  const reading = generation.status === 'processing' && fraction !== null ? { fraction, elapsed } : null;
  const left = secondsLeft(useFirst(reading), reading, estimate);
  const isOutOfTime = useSecondsLeft(onOwnClock(generation.deadline)) === 0;
  const position = generation.queue?.position ?? 0;
  const place =
    fraction === null && position > 0 ? t('line.place', { position }) : t('line.elapsed', { time: duration(elapsed) });
  const rest =
    left === null || isOutOfTime ? null : left > 0 ? t('line.estimate', { time: duration(left) }) : t('line.longer');
  return [place, rest].filter(Boolean).join(' · ');
}
