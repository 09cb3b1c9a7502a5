import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/client/api-error';
import { errorText } from '../../api/client/error-text';
import { useShareImageMutation, useStopSharingMutation } from '../../api/endpoints/image-sharing';
import { useLocale } from '../../shared/i18n/locale-context';
import { Dialog } from '../../shared/ui/overlays/dialog';
import { ErrorState } from '../../shared/ui/feedback/error-state';
import { Loading, Skeleton } from '../../shared/ui/feedback/skeleton';
import { ShareLink } from './share-link';
import { StopSharing, StoppedSharing } from './stop-sharing';

interface ShareDialogProps {
  /** A delivered image. */
  imageId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The link to an image: made when the dialog opens, copied or handed on, and ended. Needs the texts of `sharing`. */
export function ShareDialog({ imageId, open, onOpenChange }: ShareDialogProps) {
  const { t } = useTranslation('sharing');
  const [isStopped, setStopped] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={t('dialog.title')}
      {...(isStopped ? {} : { description: t('dialog.description') })}
    >
      <Sharing key={imageId} imageId={imageId} onStopped={setStopped} />
    </Dialog>
  );
}

interface SharingProps {
  imageId: string;
  onStopped: (isStopped: boolean) => void;
}

/** Lives as long as the dialog is open. */
function Sharing({ imageId, onStopped }: SharingProps) {
  const { t } = useTranslation('sharing');
  const locale = useLocale();
  const [make, made] = useShareImageMutation();
  const [stop, stopped] = useStopSharingMutation();
  const [asking, setAsking] = useState(false);
  useEffect(() => void make(imageId), [make, imageId]);
  useEffect(() => {
    onStopped(stopped.isSuccess);
    return () => onStopped(false);
  }, [stopped.isSuccess, onStopped]);

  if (stopped.isSuccess) {
    const again = () => {
      stopped.reset();
      setAsking(false);
      void make(imageId);
    };
    return <StoppedSharing onAgain={again} />;
  }
  if (made.error) {
    const gone = isApiError(made.error) && made.error.status === 404;
    return (
      <ErrorState
        title={t('dialog.failed')}
        text={gone ? t('dialog.gone') : errorText(made.error, locale)}
        requestId={isApiError(made.error) ? made.error.requestId : null}
        {...(gone ? {} : { onRetry: () => void make(imageId) })}
      />
    );
  }
  return (
    <Loading active={made.data === undefined} placeholder={<Skeleton className="h-44 w-full" />}>
      {made.data && !asking ? <ShareLink link={made.data} onStop={() => setAsking(true)} /> : null}
      {made.data && asking ? (
        <StopSharing
          stopping={stopped.isLoading}
          failure={stopped.error}
          onStop={() => void stop(imageId)}
          onKeep={() => {
            stopped.reset();
            setAsking(false);
          }}
        />
      ) : null}
    </Loading>
  );
}
