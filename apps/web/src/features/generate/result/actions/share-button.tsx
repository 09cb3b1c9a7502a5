import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShareDialogSlot } from '../../../../entities/image/share-dialog-slot';
import { Button } from '../../../../shared/ui/actions/button';
import { IMAGE_ACTION } from './image-action';

export function ShareButton({ imageId, dialog: Dialog }: { imageId: string; dialog: ShareDialogSlot }) {
  const { t } = useTranslation('generate');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className={IMAGE_ACTION}
        onClick={() => setOpen(true)}
        icon={<Share2 aria-hidden="true" className="size-4" />}
      >
        {t('result.share')}
      </Button>
      <Dialog imageId={imageId} open={open} onOpenChange={setOpen} />
    </>
  );
}
