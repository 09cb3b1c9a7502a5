import type { GalleryItem } from '@app/contracts';
import { GitCompareArrows, ImageOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CompareOpener } from '../../../../entities/image/compare/compare-opener';
import { isViewable } from '../../../../entities/image/image-status';
import { useRenewAddress } from '../../../../entities/image/use-renew-address';
import { cx } from '../../../../shared/cx';
import { formatFrameNumber } from '../../../../shared/format/format';
import { Button } from '../../../../shared/ui/actions/button';
import { IconButton } from '../../../../shared/ui/actions/icon-button';

/** Of a thumbnail, in pixels. */
export const HEIGHT = 72;

interface VersionProps {
  image: GalleryItem;
  /** The image that is shown. */
  current: GalleryItem;
  isEarlier: boolean;
  onOpen: () => void;
}

/** One image of the strip: opens it, or compares it with the one that is shown. */
export function Version({ image, current, isEarlier, onOpen }: VersionProps) {
  const { t } = useTranslation('gallery');
  const frame = formatFrameNumber(image.frame_number);
  const isCurrent = image.id === current.id;
  return (
    <div className="grid content-start">
      <Button
        variant="plain"
        aria-current={isCurrent || undefined}
        aria-label={t('lineage.open', { frame, prompt: image.prompt })}
        title={image.prompt}
        onClick={isCurrent ? undefined : onOpen}
        className={cx(
          'grid place-items-center overflow-hidden rounded-image bg-surround text-ink-3',
          isCurrent && 'outline-2 outline-offset-2 outline-amber-text',
        )}
        style={{ height: HEIGHT, width: (HEIGHT * image.width) / image.height }}
      >
        <Thumbnail image={image} />
      </Button>
      <span className="flex min-h-10 items-center justify-between gap-1">
        <span className={cx('tabular text-xs', isCurrent ? 'font-semibold text-amber-text' : 'text-ink-3')}>
          {frame}
        </span>
        {isCurrent || !isViewable(image) || !isViewable(current) ? null : (
          <CompareOpener before={isEarlier ? image : current} after={isEarlier ? current : image}>
            <IconButton
              label={t('lineage.compare', { frame })}
              icon={<GitCompareArrows aria-hidden="true" />}
              className="[&_svg]:size-4"
            />
          </CompareOpener>
        )}
      </span>
    </div>
  );
}

function Thumbnail({ image }: { image: GalleryItem }) {
  const renewAddress = useRenewAddress();
  const address = image.thumbnails[0]?.url ?? image.url;
  return address === null ? (
    <ImageOff aria-hidden="true" className="size-4" />
  ) : (
    <img src={address} alt="" className="size-full object-contain" onError={() => renewAddress(image.id)} />
  );
}
