import { Heart } from 'lucide-react';
import { useState } from 'react';
import { ImageGrid, ImageCell } from '../../shared/ui/images/image-grid';
import { IconButton } from '../../shared/ui/actions/icon-button';
import { ResponsiveImage, type ImageSource } from '../../shared/ui/images/responsive-image';
import { Skeleton } from '../../shared/ui/feedback/skeleton';
import { Spinner } from '../../shared/ui/feedback/spinner';
import { PreviewFrame, type PreviewState } from '../../shared/ui/images/preview-frame';
import { KitSection } from './kit-section';

const source = (width: number, height: number, url = '/favicon.svg'): ImageSource => ({
  url,
  thumbnails: [],
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  width,
  height,
});

const STATES: readonly PreviewState[] = ['empty', 'running', 'failed', 'done'];

export function KitImages() {
  const [marked, setMarked] = useState(true);
  return (
    <KitSection title="Images">
      <ImageGrid label="Sheet">
        {[
          [3, 2],
          [1, 1],
          [9, 21],
          [21, 9],
        ].map(([width = 1, height = 1], index) => (
          <ImageCell
            key={`${width}:${height}`}
            frameNumber={147 + index}
            title="A mark"
            note={`${width}:${height}`}
            shape={{ width, height }}
            selected={index === 1 && marked}
            actions={<IconButton label="Favorite" icon={<Heart />} onClick={() => setMarked(!marked)} />}
          >
            <ResponsiveImage
              source={source(width * 100, height * 100)}
              alt="Mark"
              sizes="25vw"
              className={width >= height ? 'w-full' : 'h-full'}
            />
          </ImageCell>
        ))}
        <ImageCell shape={{ width: 1, height: 1 }} note="broken">
          <ResponsiveImage
            source={source(1, 1, '/missing.png')}
            alt="Missing"
            sizes="25vw"
            className="w-full"
            onReload={() => undefined}
          />
        </ImageCell>
        <ImageCell shape={{ width: 1, height: 1 }} note="loading">
          <Skeleton className="size-full" />
        </ImageCell>
      </ImageGrid>
      <Trays />
    </KitSection>
  );
}

function Trays() {
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {STATES.map((state) => (
        <PreviewFrame key={state} state={state} width={3} height={2} label={state}>
          {state === 'running' ? (
            <Spinner />
          ) : state === 'done' ? (
            <ResponsiveImage source={source(3, 2)} alt="Mark" sizes="25vw" arriving className="w-full" />
          ) : (
            state
          )}
        </PreviewFrame>
      ))}
    </div>
  );
}
