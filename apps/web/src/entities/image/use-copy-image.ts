import { routes } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyImage } from './copy-image';
import { showToast } from '../../shared/toasts';
import { downloadImage } from '../../api/downloads/download-image';
import { errorText } from '../../api/client/error-text';
import { download } from '../../api/client/http';

const loadPng = async (id: string): Promise<Blob> =>
  (await download({ route: routes.images.download, params: { id }, query: { format: 'png' } })).blob;

interface CopyImage {
  label: string;
  copying: boolean;
  /** Call it from a click. Toasts the outcome, and offers the file where the browser refuses. */
  copy: (id: string) => Promise<void>;
}

export function useCopyImage(): CopyImage {
  const { t } = useTranslation('work');
  const [copying, setCopying] = useState(false);

  const save = (id: string) =>
    downloadImage(id).catch((error: unknown) => showToast({ kind: 'error', text: errorText(error) }));

  const tell = (id: string, outcome: Awaited<ReturnType<typeof copyImage>>) => {
    const key = `copy:${id}`;
    if (outcome === 'copied') {
      showToast({ kind: 'success', key, text: t('copyImage.copied') });
      return;
    }
    const text = t(outcome === 'unsupported' ? 'copyImage.unsupported' : 'copyImage.refused');
    const action = { label: t('copyImage.save'), run: () => void save(id) };
    showToast({ kind: 'error', key, text, action });
  };

  const copy = async (id: string) => {
    setCopying(true);
    try {
      tell(id, await copyImage(() => loadPng(id)));
    } catch (error) {
      showToast({ kind: 'error', key: `copy:${id}`, text: errorText(error) });
    } finally {
      setCopying(false);
    }
  };
  return { label: t('copyImage.label'), copying, copy };
}
