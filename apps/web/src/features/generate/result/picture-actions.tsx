import type { Generation, Picture } from '@app/contracts';
import { Download, Heart, Images, PenLine, RotateCcw, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadPicture } from '../../../api/download-picture';
import { isTakenBack, useSetFavoriteMutation } from '../../../api/images-api';
import { analytics } from '../../../shared/analytics/analytics';
import { useAddress } from '../../../shared/i18n/locale-context';
import { showToast } from '../../../shared/toasts';
import { Button, ButtonLink } from '../../../shared/ui/button';
import { settingsOf } from '../settings/settings';
import { AskAgain } from '../submit/ask-again';
import type { SubmitEvents } from '../submit/use-submit';
import { ShareButton, type ShareDialogSlot } from './share-button';

interface PictureActionsProps {
  generation: Generation;
  picture: Picture;
  onReuse: () => void;
  /** Back to the words, which have to be others. */
  onReword: () => void;
  /** The form for a picture that goes back to this one. */
  onRemix: () => void;
  shareDialog: ShareDialogSlot;
  events: SubmitEvents;
}

/** What one does with a picture, or with one that was not made. */
export function PictureActions(props: PictureActionsProps) {
  const { t } = useTranslation('generate');
  const to = useAddress();
  const { generation, picture, onRemix, shareDialog, events } = props;
  if (picture.status === 'failed') return <FailedActions {...props} />;
  if (picture.status !== 'completed') return null;
  // Where some are missing, those are what is asked for again.
  const whole = generation.generated_images.every(({ status }) => status === 'completed');
  return (
    <div className="flex flex-wrap items-end gap-2">
      <DownloadButton id={picture.id} />
      <FavoriteButton picture={picture} />
      <ShareButton key={picture.id} imageId={picture.id} dialog={shareDialog} />
      <Button onClick={onRemix} icon={<PenLine aria-hidden="true" className="size-4" />}>
        {t('result.remix')}
      </Button>
      {whole ? (
        <AskAgain
          key={`again-${picture.id}`}
          settings={{ ...settingsOf(generation), seed: '', parentId: picture.id }}
          label={t('result.again')}
          events={events}
        />
      ) : null}
      <ButtonLink variant="ghost" to={to('gallery')} icon={<Images aria-hidden="true" className="size-4" />}>
        {t('result.gallery')}
      </ButtonLink>
    </div>
  );
}

function FailedActions({ generation, picture, onReuse, onReword, events }: PictureActionsProps) {
  const { t } = useTranslation('generate');
  if (isTakenBack(picture)) {
    return (
      <Button
        onClick={onReuse}
        icon={<RotateCcw aria-hidden="true" className="size-4" />}
        className="justify-self-start"
      >
        {t('takeBack.again')}
      </Button>
    );
  }
  // Where others arrived, the notice below them offers what is missing.
  if (generation.status !== 'failed') return null;
  return (
    <div className="flex flex-wrap items-end gap-2">
      {picture.error_code === 'CONTENT_REJECTED' ? (
        <Button onClick={onReword} icon={<PenLine aria-hidden="true" className="size-4" />}>
          {t('result.reword')}
        </Button>
      ) : (
        <AskAgain settings={settingsOf(generation)} label={t('result.retry')} events={events} />
      )}
      <Button variant="ghost" onClick={onReuse} icon={<SlidersHorizontal aria-hidden="true" className="size-4" />}>
        {t('result.reuse')}
      </Button>
    </div>
  );
}

function DownloadButton({ id }: { id: string }) {
  const { t } = useTranslation('generate');
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await downloadPicture(id);
    } catch {
      showToast({ kind: 'error', text: t('result.downloadFailed') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={busy} onClick={() => void run()} icon={<Download aria-hidden="true" className="size-4" />}>
      {t('result.download')}
    </Button>
  );
}

function FavoriteButton({ picture }: { picture: Picture }) {
  const { t } = useTranslation('generate');
  const [setFavorite] = useSetFavoriteMutation();
  const favorite = picture.is_favorited;
  const toggle = async () => {
    const { error } = await setFavorite({ id: picture.id, favorite: !favorite });
    if (error) showToast({ kind: 'error', text: t('result.favoriteFailed') });
    else analytics.event('favorite_image', { action: favorite ? 'remove' : 'add' });
  };
  return (
    <Button
      aria-pressed={favorite}
      onClick={() => void toggle()}
      icon={<Heart aria-hidden="true" className={favorite ? 'size-4 fill-current text-mark' : 'size-4'} />}
    >
      {favorite ? t('result.unfavorite') : t('result.favorite')}
    </Button>
  );
}
