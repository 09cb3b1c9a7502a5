import { Heart } from 'lucide-react';
import { useState } from 'react';
import { ContactSheet, Frame } from '../../shared/ui/contact-sheet';
import { IconButton } from '../../shared/ui/icon-button';
import { Picture, type PictureSource } from '../../shared/ui/picture';
import { Skeleton } from '../../shared/ui/skeleton';
import { Spinner } from '../../shared/ui/spinner';
import { Tray, type TrayState } from '../../shared/ui/tray';
import { KitSection } from './kit-section';

const source = (width: number, height: number, url = '/favicon.svg'): PictureSource => ({
  url,
  thumbnails: [],
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  width,
  height,
});

const STATES: readonly TrayState[] = ['empty', 'running', 'failed', 'done'];

export function KitPictures() {
  const [marked, setMarked] = useState(true);
  return (
    <KitSection title="Pictures">
      <ContactSheet label="Sheet">
        {[
          [3, 2],
          [1, 1],
          [9, 21],
          [21, 9],
        ].map(([width = 1, height = 1], index) => (
          <Frame
            key={`${width}:${height}`}
            frameNumber={147 + index}
            note={`${width}:${height}`}
            marked={index === 1 && marked}
            ringId={`kit-${index}`}
            overlay={
              <div className="absolute end-2 top-2">
                <IconButton
                  label="Favorite"
                  icon={<Heart />}
                  onPicture
                  pressed={marked}
                  onClick={() => setMarked(!marked)}
                />
              </div>
            }
          >
            <Picture
              source={source(width * 100, height * 100)}
              alt="Mark"
              sizes="25vw"
              className={width >= height ? 'w-full' : 'h-full'}
            />
          </Frame>
        ))}
        <Frame note="broken">
          <Picture
            source={source(1, 1, '/missing.png')}
            alt="Missing"
            sizes="25vw"
            className="w-full"
            onReload={() => undefined}
          />
        </Frame>
        <Frame note="loading">
          <Skeleton className="size-full" />
        </Frame>
      </ContactSheet>
      <Trays />
    </KitSection>
  );
}

function Trays() {
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {STATES.map((state) => (
        <Tray key={state} state={state} width={3} height={2} label={state}>
          {state === 'running' ? (
            <Spinner />
          ) : state === 'done' ? (
            <Picture source={source(3, 2)} alt="Mark" sizes="25vw" arriving className="w-full" />
          ) : (
            state
          )}
        </Tray>
      ))}
    </div>
  );
}
