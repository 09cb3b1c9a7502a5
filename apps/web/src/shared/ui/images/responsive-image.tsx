import { ImageOff } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../cx';
import { lazyExtra } from '../../loading/lazy-part';
import { Button } from '../actions/button';

// The works of the home page need none.
const ThumbhashPlaceholder = lazyExtra(() =>
  import('./thumbhash-placeholder').then((module) => module.ThumbhashPlaceholder),
);

export interface ImageSource {
  /** The whole image. */
  url: string | null;
  thumbnails: readonly { width: number; url: string }[];
  thumbhash: string | null;
  width: number;
  height: number;
}

interface ImageProps {
  source: ImageSource;
  alt: string;
  /** How wide it is shown, as in `<img sizes>`. */
  sizes: string;
  /** Plays the develop once: only for an image that has just been made. */
  arriving?: boolean;
  /** Above the fold and important: loaded first. */
  eager?: boolean;
  /** Never more than the largest thumbnail, however much room there is: the whole is loaded for a closer look. */
  preview?: boolean;
  /** It could not be loaded; called once for an address. It is tried again with another one, and with the network back. */
  onFail?: () => void;
  /** Offers to load it again when it failed; without it only the tile is shown. */
  onReload?: () => void;
  className?: string;
}

/**
 * A work, never cropped: it keeps its ratio and fills the box it is given in one direction. Until it is there its
 * thumbhash stands in its place.
 */
export function ResponsiveImage({
  source,
  alt,
  sizes,
  arriving = false,
  eager = false,
  preview = false,
  onFail,
  onReload,
  className,
}: ImageProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    if (failed === null) return undefined;
    const tryAgain = () => setFailed(null);
    window.addEventListener('online', tryAgain);
    return () => window.removeEventListener('online', tryAgain);
  }, [failed]);
  const frame = cx('inner-line overflow-hidden rounded-image bg-surround', className);
  const ratio = { aspectRatio: `${source.width} / ${source.height}` };

  const addresses = [source.url, ...source.thumbnails.map((thumb) => thumb.url)].join(' ');

  if (source.url === null || failed === addresses) {
    return <BrokenImage alt={alt} className={frame} ratio={ratio} onReload={onReload} />;
  }
  const whole = preview ? [] : [`${source.url} ${source.width}w`];
  const srcSet = source.thumbnails.map((thumb) => `${thumb.url} ${thumb.width}w`);
  return (
    <div className={frame} style={ratio}>
      {source.thumbhash && !loaded ? (
        <Suspense>
          <ThumbhashPlaceholder hash={source.thumbhash} />
        </Suspense>
      ) : null}
      <img
        src={source.thumbnails.at(-1)?.url ?? source.url}
        srcSet={srcSet.length > 0 ? [...srcSet, ...whole].join(', ') : undefined}
        sizes={sizes}
        width={source.width}
        height={source.height}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding={eager ? 'sync' : 'async'}
        onLoad={() => setLoaded(true)}
        onError={() => {
          setFailed(addresses);
          onFail?.();
        }}
        className={cx('relative size-full object-contain', arriving && loaded && 'animate-develop')}
      />
    </div>
  );
}

interface BrokenImageProps {
  alt: string;
  className: string;
  ratio: { aspectRatio: string };
  onReload: (() => void) | undefined;
}

/** The tile that stands for an image that could not be loaded. */
function BrokenImage({ alt, className, ratio, onReload }: BrokenImageProps) {
  const { t } = useTranslation();
  return (
    <div className={cx(className, 'grid place-items-center')} style={ratio}>
      <div className="grid justify-items-center gap-2 p-3 text-center text-sm text-ink-3">
        <span role="img" aria-label={`${t('picture.failed')} ${alt}`} className="grid justify-items-center gap-2">
          <ImageOff aria-hidden="true" className="size-6" />
          <span>{t('picture.failed')}</span>
        </span>
        {onReload ? (
          <Button
            variant="plain"
            onClick={onReload}
            className="min-h-10 rounded-control px-3 font-semibold text-ink hover:bg-hover"
          >
            {t('actions.retry')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
