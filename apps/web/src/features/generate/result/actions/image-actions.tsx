import { isOpen, type Generation, type GenerationImage } from '@app/contracts';
import { Images, LifeBuoy, PenLine, RotateCcw, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { isCancelled } from '../../../../entities/generation/generation-status';
import { isLost } from '../../../../entities/image/image-status';
import type { ShareDialogSlot } from '../../../../entities/image/share-dialog-slot';
import { ShareButton } from './share-button';
import { useOnline } from '../../../../shared/browser/use-online';
import { useAddress } from '../../../../shared/i18n/locale-context';
import { Button, ButtonLink } from '../../../../shared/ui/actions/button';
import { DeleteQuestion } from '../../../../entities/image/delete-question';
import { CompareButton } from '../../compare/compare-button';
import { settingsOf } from '../../settings/settings';
import { AskAgain } from '../../submit/ask-again';
import type { SubmitEvents } from '../../submit/use-submit';
import { IMAGE_ACTION } from './image-action';
import { MoreMenu } from './more-menu';
import { DownloadButton, FavoriteButton } from './image-buttons';

interface ImageActionsProps {
  generation: Generation;
  image: GenerationImage;
  onReuse: () => void;
  /** Back to the words, which have to be others. */
  onReword: () => void;
  /** The form for an image that goes back to this one. */
  onRemix: () => void;
  onRemove: () => void;
  /** Gets the focus when the image goes. */
  focusFallback: RefObject<HTMLElement | null>;
  shareDialog: ShareDialogSlot;
  events: SubmitEvents;
}

/** Behind what the question is asked: a button of its own, or the menu. */
const ASKING = 'button[data-asks], [aria-haspopup="menu"]';

/** What one does with an image, or with one that was not made. */
export function ImageActions(props: ImageActionsProps) {
  const { t } = useTranslation('work');
  const { image, focusFallback, onRemove } = props;
  const [asking, setAsking] = useState(false);
  const actions = useRef<HTMLDivElement>(null);
  if (isOpen(image)) return null;
  const keep = () => {
    setAsking(false);
    // The button that asked is there again with the next frame.
    requestAnimationFrame(() => actions.current?.querySelector<HTMLElement>(ASKING)?.focus());
  };
  const remove = () => {
    focusFallback.current?.focus({ preventScroll: true });
    setAsking(false);
    onRemove();
  };
  if (asking) return <DeleteQuestion question={t('removal.question')} onDelete={remove} onKeep={keep} />;
  const onAsk = () => setAsking(true);
  return (
    <div ref={actions} className="grid gap-2">
      {image.status === 'failed' ? (
        <FailedActions {...props} onAsk={onAsk} />
      ) : isLost(image) ? (
        <LostActions {...props} onAsk={onAsk} />
      ) : (
        <DeliveredActions {...props} onAsk={onAsk} />
      )}
    </div>
  );
}

type Asking = ImageActionsProps & { onAsk: () => void };

function DeliveredActions({ generation, image, onReuse, onRemix, onAsk, shareDialog, events }: Asking) {
  const { t } = useTranslation('generate');
  const to = useAddress();
  // Where some are missing, those are what is asked for again.
  const whole = generation.generated_images.every(({ status }) => status === 'completed');
  return (
    <>
      <div className="grid grid-cols-5 items-center gap-1 sm:flex sm:flex-wrap sm:gap-2">
        <DownloadButton id={image.id} />
        <FavoriteButton image={image} />
        <ShareButton key={image.id} imageId={image.id} dialog={shareDialog} />
        <Button className={IMAGE_ACTION} onClick={onRemix} icon={<PenLine aria-hidden="true" className="size-4" />}>
          {t('result.remix')}
        </Button>
        <MoreMenu named generation={generation} image={image} onReuse={onReuse} onRemove={onAsk} />
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <CompareButton generation={generation} image={image} />
        {whole ? (
          <AskAgain
            key={`again-${image.id}`}
            settings={{ ...settingsOf(generation), seed: '', parentId: image.id }}
            label={t(generation.count > 1 ? 'result.againSet' : 'result.again')}
            events={events}
          />
        ) : null}
        <ButtonLink variant="ghost" to={to('gallery')} icon={<Images aria-hidden="true" className="size-4" />}>
          {t('result.gallery')}
        </ButtonLink>
      </div>
    </>
  );
}

/** The same seed paints the same image; for the credits instead, people write to us. */
function LostActions({ generation, image, onReuse, onAsk, events }: Asking) {
  const { t } = useTranslation('generate');
  const to = useAddress();
  return (
    <div className="flex flex-wrap items-end gap-2">
      <AskAgain
        settings={{ ...settingsOf(generation), seed: String(image.seed), count: 1 }}
        label={t('lost.again')}
        events={events}
      />
      <ButtonLink to={to('contact')} icon={<LifeBuoy aria-hidden="true" className="size-4" />}>
        {t('lost.contact')}
      </ButtonLink>
      <MoreMenu generation={generation} image={image} onReuse={onReuse} onRemove={onAsk} />
    </div>
  );
}

function FailedActions({ generation, image, onReuse, onReword, onAsk, events }: Asking) {
  const { t } = useTranslation('generate');
  const remove = <DeleteButton onAsk={onAsk} />;
  if (isCancelled(image)) {
    return (
      <div className="flex flex-wrap items-end gap-2">
        <Button onClick={onReuse} icon={<RotateCcw aria-hidden="true" className="size-4" />}>
          {t('cancel.again')}
        </Button>
        {remove}
      </div>
    );
  }
  // Where others arrived, the notice above offers what is missing.
  if (generation.status !== 'failed') return <div className="flex">{remove}</div>;
  return (
    <div className="flex flex-wrap items-end gap-2">
      {image.error_code === 'CONTENT_REJECTED' ? (
        <Button onClick={onReword} icon={<PenLine aria-hidden="true" className="size-4" />}>
          {t('result.reword')}
        </Button>
      ) : (
        <AskAgain settings={settingsOf(generation)} label={t('result.retry')} events={events} />
      )}
      <Button variant="ghost" onClick={onReuse} icon={<SlidersHorizontal aria-hidden="true" className="size-4" />}>
        {t('result.reuse')}
      </Button>
      {remove}
    </div>
  );
}

function DeleteButton({ onAsk }: { onAsk: () => void }) {
  const { t } = useTranslation('work');
  const online = useOnline();
  return (
    <Button
      variant="ghost"
      data-asks=""
      disabled={!online}
      title={online ? undefined : t('removal.offline')}
      onClick={onAsk}
      icon={<Trash2 aria-hidden="true" className="size-4" />}
    >
      {t('removal.action')}
    </Button>
  );
}
