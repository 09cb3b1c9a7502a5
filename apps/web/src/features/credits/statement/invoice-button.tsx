import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../api/client/error-text';
import { downloadInvoice } from '../../../api/downloads/download-invoice';
import { useInvoicesQuery } from '../../../api/endpoints/billing';
import { joinSentences } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { showToast } from '../../../shared/toasts';
import { Button } from '../../../shared/ui/actions/button';

/** All invoices that anybody has, for years. */
const ALL = { page: 1, limit: 100 };

/** The invoice that paid for credits; nothing while it is not known. */
export function InvoiceButton({ invoice: providerId }: { invoice: string }) {
  const { t } = useTranslation('statement');
  const locale = useLocale();
  const { data: invoices } = useInvoicesQuery(ALL);
  const [isBusy, setBusy] = useState(false);
  const invoice = invoices?.data.find(({ provider_invoice_id: id }) => id === providerId);
  if (!invoice) return null;
  const run = async () => {
    setBusy(true);
    try {
      await downloadInvoice(invoice.id);
    } catch (error) {
      const text = errorText(error, locale);
      showToast({ kind: 'error', text: joinSentences([t('invoiceFailed'), text], locale) });
    }
    setBusy(false);
  };
  return (
    <Button
      variant="plain"
      busy={isBusy}
      onClick={() => void run()}
      icon={<FileDown aria-hidden="true" className="size-4 shrink-0" />}
      className="inline-flex min-h-6 items-center gap-1.5 justify-self-start text-sm text-amber-text underline underline-offset-4"
    >
      {invoice.number ? t('invoice', { number: invoice.number }) : t('invoiceNoNumber')}
    </Button>
  );
}
