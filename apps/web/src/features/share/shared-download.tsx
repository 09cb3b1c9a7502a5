import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../api/client/api-error';
import { showErrorToast } from '../../api/client/report-errors';
import { downloadSharedImage } from '../../api/downloads/download-shared';
import { showToast } from '../../shared/toasts';
import { Button } from '../../shared/ui/actions/button';

/** `onGone`: the link led somewhere when the page was opened, and does no more. */
export function SharedDownload({ token, onGone }: { token: string; onGone: () => void }) {
  const { t } = useTranslation(['sharing', 'common']);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await downloadSharedImage(token);
    } catch (error) {
      if (!(error instanceof ApiFailure)) showToast({ kind: 'error', text: t('common:picture.downloadFailed') });
      else if (error.error.status === 404 || error.error.status === 410) onGone();
      else showErrorToast(error.error, 'downloadShared');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={busy} onClick={() => void run()} icon={<Download aria-hidden="true" className="size-4" />}>
      {t('sharing:download')}
    </Button>
  );
}
