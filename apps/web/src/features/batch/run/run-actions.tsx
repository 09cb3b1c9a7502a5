import type { BatchWithRows } from '@app/contracts';
import { Download, Pause, Play, RotateCcw, Square } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../../api/client/api-error';
import { errorText } from '../../../api/client/error-text';
import { requestArchive } from '../../../api/downloads/download-archive';
import { handOver } from '../../../api/downloads/hand-over';
import { usePauseBatchMutation, useResumeBatchMutation } from '../../../api/endpoints/batches';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { deliveredImages, isStoppedOrCompleted, retriableRows } from './batch-status';
import { RetryDialog } from './retry-dialog';
import { StopDialog } from './stop-dialog';

const ICON = 'size-4';

/** What can be done with it now. */
export function RunActions({ batch }: { batch: BatchWithRows }) {
  const { t } = useTranslation('batch');
  const locale = useLocale();
  const [asked, setAsked] = useState<'stop' | 'retry' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const close = () => setAsked(null);
  const retriable = retriableRows(batch).length;
  return (
    <div className="z-10 -mx-(--gutter) grid gap-2 border-line bg-bg px-(--gutter) max-lg:sticky max-lg:bottom-0 max-lg:order-last max-lg:border-t max-lg:py-3 lg:mx-0 lg:px-0">
      {failure === null ? null : (
        <p role="alert" className="text-sm text-danger-text">
          {errorText(failure, locale)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {isStoppedOrCompleted(batch) ? null : (
          <>
            <PauseButton batch={batch} onFailure={setFailure} />
            <Button icon={<Square aria-hidden="true" className={ICON} />} onClick={() => setAsked('stop')}>
              {t('actions.stop')}
            </Button>
          </>
        )}
        <ArchiveButton batch={batch} onFailure={setFailure} />
        {isStoppedOrCompleted(batch) && retriable > 0 ? (
          <Button icon={<RotateCcw aria-hidden="true" className={ICON} />} onClick={() => setAsked('retry')}>
            {t('actions.retry', { count: retriable })}
          </Button>
        ) : null}
      </div>
      <StopDialog batch={batch} open={asked === 'stop'} onClose={close} />
      {asked === 'retry' ? <RetryDialog batch={batch} onClose={close} /> : null}
    </div>
  );
}

interface ActionProps {
  batch: BatchWithRows;
  onFailure: (failure: unknown) => void;
}

function PauseButton({ batch, onFailure }: ActionProps) {
  const { t } = useTranslation('batch');
  const [pause, pausing] = usePauseBatchMutation();
  const [resume, resuming] = useResumeBatchMutation();
  const isPaused = batch.status === 'paused';
  const press = async () => {
    onFailure(null);
    const { error } = await (isPaused ? resume(batch.id) : pause(batch.id));
    if (error) onFailure(error);
  };
  return (
    <Button
      variant={isPaused ? 'primary' : 'quiet'}
      busy={pausing.isLoading || resuming.isLoading}
      icon={isPaused ? <Play aria-hidden="true" className={ICON} /> : <Pause aria-hidden="true" className={ICON} />}
      onClick={() => void press()}
    >
      {t(isPaused ? 'actions.resume' : 'actions.pause')}
    </Button>
  );
}

/** The browser downloads it by itself: it goes on when the page is left. */
function ArchiveButton({ batch, onFailure }: ActionProps) {
  const { t } = useTranslation('batch');
  const [isBusy, setBusy] = useState(false);
  const images = deliveredImages(batch.rows);
  if (images.length === 0) return null;
  const download = async () => {
    setBusy(true);
    onFailure(null);
    try {
      await handOver(
        await requestArchive(
          images.map(({ id }) => id),
          new AbortController().signal,
        ),
      );
    } catch (error) {
      onFailure(error instanceof ApiFailure ? error.error : error);
    }
    setBusy(false);
  };
  return (
    <Button
      variant={isStoppedOrCompleted(batch) ? 'primary' : 'quiet'}
      busy={isBusy}
      icon={<Download aria-hidden="true" className={ICON} />}
      onClick={() => void download()}
    >
      {t('actions.download', { count: images.length })}
    </Button>
  );
}
