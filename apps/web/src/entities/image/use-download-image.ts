import type { OutputFormat } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../api/client/api-error';
import { showErrorToast } from '../../api/client/report-errors';
import { downloadImage } from '../../api/downloads/download-image';
import { showToast } from '../../shared/toasts';

interface DownloadImage {
  isDownloading: boolean;
  /** As it is stored, or converted to `format`. A failure is shown as a toast. */
  download: (id: string, format?: OutputFormat) => Promise<void>;
}

export function useDownloadImage(): DownloadImage {
  const { t } = useTranslation();
  const [isDownloading, setDownloading] = useState(false);
  const download = async (id: string, format?: OutputFormat) => {
    setDownloading(true);
    try {
      await downloadImage(id, format);
    } catch (error) {
      if (error instanceof ApiFailure) showErrorToast(error.error, 'downloadImage');
      else showToast({ kind: 'error', text: t('picture.downloadFailed') });
    } finally {
      setDownloading(false);
    }
  };
  return { isDownloading, download };
}
