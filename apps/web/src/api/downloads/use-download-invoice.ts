import { useState } from 'react';
import { joinSentences } from '../../shared/format/format';
import { useLocale } from '../../shared/i18n/locale-context';
import { showToast } from '../../shared/toasts';
import { errorText } from '../client/error-text';
import { downloadInvoice } from './download-invoice';

/** `failed` stands before the reason of a failure. */
export function useDownloadInvoice(failed: string) {
  const locale = useLocale();
  const [isBusy, setBusy] = useState(false);
  const download = async (id: string) => {
    setBusy(true);
    try {
      await downloadInvoice(id);
    } catch (error) {
      showToast({ kind: 'error', text: joinSentences([failed, errorText(error, locale)], locale) });
    }
    setBusy(false);
  };
  return { download, isBusy };
}
