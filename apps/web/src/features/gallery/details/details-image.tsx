import type { GalleryItem } from '@app/contracts';
import { useState, type CSSProperties } from 'react';
import { isLost, isViewable } from '../../../entities/image/image-status';
import { useRenewAddress } from '../../../entities/image/use-renew-address';
import { cx } from '../../../shared/cx';
import { ResponsiveImage } from '../../../shared/ui/images/responsive-image';
import { LostFile } from '../grid/lost-file';
import { OpenOrFailed } from '../grid/open-or-failed';
import { LineageStrip, STRIP_HEIGHT } from './lineage/lineage-strip';
import type { ShownLineage } from './lineage/use-lineage';
import type { ImageViewerHandle } from './viewer/use-image-viewer';
import type { OpenedImage } from './use-opened-image';

/**
 * `--room`: how high an image can be. On a phone the viewer is as high for every image, so that the words below do not
 * jump from one to the next.
 */
const ROOM = {
  besideWords:
    '[--room:calc(min(54dvh,100vw)-1.5rem)] sm:[--room:calc(58dvh-3rem)] lg:[--room:calc(100dvh-9rem-var(--strip))]',
  alone:
    '[--room:calc(100dvh-3.5rem-1.5rem)] sm:[--room:calc(100dvh-5.5rem-3rem)] lg:[--room:calc(100dvh-9rem-var(--strip))]',
};

const VIEWER =
  'relative h-[calc(var(--room)+1.5rem)] touch-pan-y overflow-hidden bg-surround sm:h-[calc(var(--room)+3rem)] lg:h-full ' +
  'data-zoomed:touch-none data-zoomed:cursor-grab data-zoomed:active:cursor-grabbing ' +
  // A closer look takes the whole window of a phone.
  'max-lg:data-zoomed:fixed max-lg:data-zoomed:inset-0 max-lg:data-zoomed:z-5 max-lg:data-zoomed:h-auto ' +
  'sm:max-lg:data-zoomed:inset-[17px]';

const rowsWith = (stripHeight: string): CSSProperties & { '--strip': string } => ({
  gridTemplateRows: 'minmax(0, 1fr) auto',
  '--strip': stripHeight,
});

interface DetailsImageProps {
  opened: OpenedImage;
  item: GalleryItem;
  viewer: ImageViewerHandle;
  alone: boolean;
  /** Below the image. */
  lineage: ShownLineage | null;
}

export function DetailsImage({ opened, item, viewer, alone, lineage }: DetailsImageProps) {
  const { previous, next } = opened;
  const { attach, zoomed } = viewer;
  const slots = [
    { item: previous?.item, at: -1 },
    { item, at: 0 },
    { item: next?.item, at: 1 },
  ];
  return (
    <div
      className={cx('grid min-w-0 bg-surround lg:min-h-0', alone ? ROOM.alone : ROOM.besideWords)}
      style={rowsWith(lineage ? STRIP_HEIGHT : '0px')}
    >
      <div ref={attach} className={VIEWER}>
        <div data-strip className="absolute inset-0">
          {slots.map((slot) =>
            slot.item ? (
              <div
                key={slot.item.id}
                inert={slot.at !== 0}
                aria-hidden={slot.at === 0 ? undefined : true}
                className="absolute inset-0 grid place-items-center p-3 sm:p-6"
                style={slot.at === 0 ? undefined : { transform: `translateX(${slot.at * 100}%)` }}
              >
                <Still item={slot.item} shown={slot.at === 0} closer={slot.at === 0 && zoomed} />
              </div>
            ) : null,
          )}
        </div>
      </div>
      {lineage ? <LineageStrip lineage={lineage} item={item} opened={opened} /> : null}
    </div>
  );
}

interface StillProps {
  item: GalleryItem;
  shown: boolean;
  /** It is looked at closely: its thumbnail is not enough. */
  closer: boolean;
}

function Still({ item, shown, closer }: StillProps) {
  const [wanted, setWanted] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const renewAddress = useRenewAddress();
  const reload = () => {
    renewAddress(item.id);
    setAttempt(attempt + 1);
  };
  if (closer && !wanted) setWanted(true);
  if (!isViewable(item)) {
    return (
      <span className="grid aspect-square w-full max-w-[min(28rem,var(--room))] place-items-center">
        {isLost(item) ? <LostFile item={item} label={item.prompt} /> : <OpenOrFailed item={item} label={item.prompt} />}
      </span>
    );
  }
  return (
    <div
      data-still={shown ? '' : undefined}
      className={cx('relative w-full', !closer && 'lg:cursor-zoom-in')}
      style={{ maxWidth: `min(100%, ${item.width}px, calc(var(--room) * ${item.width / item.height}))` }}
    >
      <ResponsiveImage
        key={attempt}
        source={item}
        alt={shown ? item.prompt : ''}
        eager
        preview
        onFail={() => renewAddress(item.id)}
        onReload={reload}
        sizes="(min-width: 1024px) 70vw, 100vw"
        className="w-full"
      />
      {wanted ? <Original url={item.url} /> : null}
    </div>
  );
}

/** The file as it was made, over its thumbnail once it is there. */
function Original({ url }: { url: string }) {
  const [loaded, setLoaded] = useState(false);
  return (
    <img
      src={url}
      alt=""
      onLoad={() => setLoaded(true)}
      className={cx('absolute inset-0 size-full object-contain', !loaded && 'invisible')}
    />
  );
}
