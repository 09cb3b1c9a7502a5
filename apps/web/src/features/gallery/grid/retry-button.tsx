import type { GalleryItem } from '@app/contracts';
import { PenLine, RotateCcw } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useGenerationQuery } from '../../../api/endpoints/generations';
import { isCancelled } from '../../../entities/generation/generation-status';
import { isLost } from '../../../entities/image/image-status';
import { useOnline } from '../../../shared/browser/use-online';
import { Button } from '../../../shared/ui/actions/button';
import { useGalleryActions } from './gallery-actions';

/** To the form with everything that the image was asked for with; its price stands on the button there. */
interface RetryButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'className'> {
  item: GalleryItem;
  /** Says which image it is for. */
  describedBy?: string;
}

export function RetryButton({ item, describedBy, ...look }: RetryButtonProps) {
  const { t } = useTranslation('gallery');
  const actions = useGalleryActions();
  const online = useOnline();
  const { data: generation } = useGenerationQuery(item.generation_id);
  // Where others were made of the same words, it was not for these.
  const reword = item.error_code === 'CONTENT_REJECTED' && generation?.status !== 'completed';
  const Icon = reword ? PenLine : RotateCcw;
  const label = isLost(item) ? 'lost' : isCancelled(item) ? 'cancelled' : reword ? 'reword' : 'failed';
  return (
    <Button
      disabled={!online}
      title={online ? undefined : t('offline')}
      aria-describedby={describedBy}
      onClick={() => actions.openInGenerator(item, 'retry')}
      {...look}
      icon={<Icon aria-hidden="true" className="size-4" />}
    >
      {t(`retry.${label}`)}
    </Button>
  );
}
