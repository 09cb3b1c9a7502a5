import type { GalleryItem } from '@app/contracts';
import { CircleAlert, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isCancelled } from '../../../entities/generation/generation-status';
import { useAppSelector } from '../../../entities/app-state';
import { Badge } from '../../../shared/ui/feedback/badge';
import { EmptyFrame } from '../../../shared/ui/images/empty-frame';
import { cardShape } from './card-shape';
import { Spinner } from '../../../shared/ui/feedback/spinner';

interface OpenOrFailedProps {
  item: GalleryItem;
  label: string;
  /** Where the reason of a failure stands in the frame, too. */
  inList?: boolean;
}

/** An image that is on its way, one that was not made, or one that is not wanted any more. */
export function OpenOrFailed({ item, label, inList = false }: OpenOrFailedProps) {
  const { t } = useTranslation('gallery');
  const progress = useAppSelector((state) => state.generationJobs.progress[item.id]);
  const cancelled = isCancelled(item);
  const failed = item.status === 'failed' && !cancelled;
  return (
    <EmptyFrame
      shape={inList ? cardShape(item) : item}
      label={label}
      atTop={inList && item.status === 'failed'}
      behind={
        progress?.preview ? (
          <img src={progress.preview} alt="" className="absolute inset-0 size-full blurred object-cover opacity-70" />
        ) : null
      }
    >
      {cancelled ? (
        <>
          <Undo2 aria-hidden="true" className="size-6 text-ink-3" />
          <Badge>{t('cancelledBadge')}</Badge>
        </>
      ) : (
        <>
          {failed ? <CircleAlert aria-hidden="true" className="size-6 text-danger-text" /> : <Spinner />}
          <Badge tone={failed ? 'danger' : 'amber'}>
            {failed ? t('failedBadge') : t(item.status === 'pending' && !progress ? 'waitingBadge' : 'pendingBadge')}
          </Badge>
        </>
      )}
    </EmptyFrame>
  );
}
