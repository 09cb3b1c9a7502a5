import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../api/client/api-error';
import { downloadSharedImage } from '../../api/downloads/download-shared';
import { showToast } from '../../shared/toasts';
import { Button } from '../../shared/ui/actions/button';

/** `onGone`: the link led somewhere when the page was opened, and does no more. */
export function SharedDownload({ token, onGone }: { token: string; onGone: () => void }) {
  const { t } = useTranslation('sharing');
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await downloadSharedImage(token);
    } catch (error) {
      const status = error instanceof ApiFailure ? error.error.status : 0;
      if (status === 404 || status === 410) onGone();
      else showToast({ kind: 'error', text: t('downloadFailed') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={busy} onClick={() => void run()} icon={<Download aria-hidden="true" className="size-4" />}>
      {t('download')}
    </Button>
  );
}
