import type { OutputFormat } from '@app/contracts';
import { useState } from 'react';
import { downloadImage } from '../../api/downloads/download-image';
import { showToast } from '../../shared/toasts';

interface DownloadImage {
  isDownloading: boolean;
  /** As it is stored, or converted to `format`. */
  download: (id: string, format?: OutputFormat) => Promise<void>;
}

/** Saves an image as a file; shows `failedText` when that fails. */
export function useDownloadImage(failedText: string): DownloadImage {
  const [isDownloading, setDownloading] = useState(false);
  const download = async (id: string, format?: OutputFormat) => {
    setDownloading(true);
    try {
      await downloadImage(id, format);
    } catch {
      showToast({ kind: 'error', text: failedText });
    } finally {
      setDownloading(false);
    }
  };
  return { isDownloading, download };
}
