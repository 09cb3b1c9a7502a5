import { PROFILE_IMAGES_FETCHED, type GalleryItem } from '@app/contracts';
import { Download, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadPicture } from '../../../api/download-picture';
import { errorText } from '../../../api/error-text';
import { useRemovePicturesMutation, useRestorePicturesMutation } from '../../../api/removal-api';
import { onOwnClock } from '../../../shared/server-clock';
import { showToast } from '../../../shared/toasts';
import { Button } from '../../../shared/ui/button';
import { ContactSheet, Frame } from '../../../shared/ui/contact-sheet';
import { IconButton } from '../../../shared/ui/icon-button';
import { LastPictures } from './last-pictures';
import { PictureLink } from './picture-link';

/** The newest works with what one does most often with them. */
export function LastWorks() {
  const { t } = useTranslation('profile');
  const remove = useRemove();
  return (
    <LastPictures count={PROFILE_IMAGES_FETCHED}>
      {(items) => (
        <ContactSheet label={t('pictures.recent')} columns="grid-cols-2 sm:grid-cols-3">
          {items.map((item) => (
            <Frame
              key={item.id}
              frameNumber={item.frame_number}
              marked={item.is_favorited}
              ringId={item.id}
              caption={<Actions item={item} onRemove={() => void remove(item.id)} />}
            >
              <PictureLink item={item} />
            </Frame>
          ))}
        </ContactSheet>
      )}
    </LastPictures>
  );
}

/** Removes a picture, and offers for some seconds to have it back. */
function useRemove(): (id: string) => Promise<void> {
  const { t } = useTranslation('profile');
  const [removePictures] = useRemovePicturesMutation();
  const [restorePictures] = useRestorePicturesMutation();
  const restore = async (id: string) => {
    const { error } = await restorePictures([id]);
    if (error) showToast({ kind: 'error', text: errorText(error) });
  };
  return async (id) => {
    const { data, error } = await removePictures([id]);
    if (error) {
      showToast({ kind: 'error', text: `${t('pictures.removeFailed')} ${errorText(error)}` });
      return;
    }
    const action = { label: t('pictures.undo'), run: () => void restore(id), until: onOwnClock(data.restore_until) };
    showToast({ kind: 'success', key: `removal:${id}`, text: t('pictures.removed'), action });
  };
}

function Actions({ item, onRemove }: { item: GalleryItem; onRemove: () => void }) {
  const { t } = useTranslation('profile');
  const [asking, setAsking] = useState(false);
  const save = () =>
    downloadPicture(item.id).catch(() => showToast({ kind: 'error', text: t('pictures.downloadFailed') }));
  if (asking) return <Question onKeep={() => setAsking(false)} onRemove={onRemove} />;
  return (
    <div className="flex items-center gap-1 pt-1">
      <p className="line-clamp-2 min-w-0 flex-1 text-sm" title={item.prompt}>
        {item.prompt}
      </p>
      {item.status === 'completed' ? (
        <IconButton label={t('pictures.download')} icon={<Download />} onClick={() => void save()} />
      ) : null}
      <IconButton label={t('pictures.remove')} icon={<Trash2 />} onClick={() => setAsking(true)} />
    </div>
  );
}

function Question({ onKeep, onRemove }: { onKeep: () => void; onRemove: () => void }) {
  const { t } = useTranslation('profile');
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div role="group" aria-label={t('pictures.question')} className="flex flex-wrap items-center gap-2 pt-2">
      <p className="w-full text-sm">{t('pictures.question')}</p>
      <Button ref={keep} onClick={onKeep}>
        {t('pictures.keep')}
      </Button>
      <Button variant="danger" onClick={onRemove}>
        {t('pictures.confirm')}
      </Button>
    </div>
  );
}
