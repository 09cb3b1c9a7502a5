import { FileDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDownloadInvoice } from '../../../api/downloads/use-download-invoice';
import { useInvoicesQuery } from '../../../api/endpoints/billing';
import { Button } from '../../../shared/ui/actions/button';

/** All invoices that anybody has, for years. */
const ALL = { page: 1, limit: 100 };

/** The invoice that paid for credits; nothing while it is not known. */
export function InvoiceButton({ invoice: providerId }: { invoice: string }) {
  const { t } = useTranslation('statement');
  const { data: invoices } = useInvoicesQuery(ALL);
  const { download, isBusy } = useDownloadInvoice(t('invoiceFailed'));
  const invoice = invoices?.data.find(({ provider_invoice_id: id }) => id === providerId);
  if (!invoice) return null;
  return (
    <Button
      variant="plain"
      busy={isBusy}
      onClick={() => void download(invoice.id)}
      icon={<FileDown aria-hidden="true" className="size-4 shrink-0" />}
      className="inline-flex min-h-6 items-center gap-1.5 justify-self-start text-sm text-amber-text underline underline-offset-4"
    >
      {invoice.number ? t('invoice', { number: invoice.number }) : t('invoiceNoNumber')}
    </Button>
  );
}
