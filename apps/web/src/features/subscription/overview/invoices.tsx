import { PAYMENTS_PAGE_SIZE, planOfId, type Invoice } from '@app/contracts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDownloadInvoice } from '../../../api/downloads/use-download-invoice';
import { useInvoicesQuery } from '../../../api/endpoints/billing';
import { formatMoney } from '../../../shared/format/format';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { Badge } from '../../../shared/ui/feedback/badge';
import { Empty, Pager, ROW_STYLE, ROWS_STYLE, Section } from './section';

const TONES = { open: 'amber', paid: 'ok', void: 'plain', uncollectible: 'danger', refunded: 'info' } as const;

export function Invoices() {
  const { t } = useTranslation('billing');
  const [page, setPage] = useState(1);
  const query = useInvoicesQuery({ page, limit: PAYMENTS_PAGE_SIZE }, { refetchOnFocus: true });
  return (
    <Section
      title={t('invoices.title')}
      query={query}
      failed={t('invoices.failed')}
      skeletonClass="h-32"
      pager={<Pager list={query.data} page={page} onPage={setPage} />}
    >
      {({ data }) =>
        data.length > 0 ? (
          <ul className={ROWS_STYLE}>
            {data.map((invoice) => (
              <Row key={invoice.id} invoice={invoice} />
            ))}
          </ul>
        ) : (
          <Empty>{t('invoices.empty')}</Empty>
        )
      }
    </Section>
  );
}

function Row({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const { t: tCommon } = useTranslation();
  const locale = useLocale();
  const formatDate = useFormatDate();
  const number = invoice.number ?? t('invoices.noNumber');
  const period = t('invoices.period', { from: formatDate(invoice.period_start), to: formatDate(invoice.period_end) });
  return (
    <li className={ROW_STYLE}>
      <span className="grid min-w-36 flex-1 sm:min-w-0">
        <span className="font-semibold">{number}</span>
        <span className="text-sm text-ink-3">
          {tCommon(`plans.${planOfId(invoice.plan_id)}`)} · {period}
        </span>
      </span>
      <span className="flex">
        <Badge tone={TONES[invoice.status]}>{t(`invoices.status.${invoice.status}`)}</Badge>
      </span>
      <span className="font-semibold sm:min-w-20 sm:text-end">{formatMoney(invoice.amount, locale)}</span>
      <DownloadButton id={invoice.id} number={number} />
    </li>
  );
}

function DownloadButton({ id, number }: { id: string; number: string }) {
  const { t } = useTranslation('billing');
  const { download, isBusy } = useDownloadInvoice(t('invoices.downloadFailed'));
  return (
    <Button
      variant="ghost"
      busy={isBusy}
      aria-label={t('invoices.named', { number })}
      onClick={() => void download(id)}
      icon={<Download aria-hidden="true" className="size-4" />}
    >
      {t('invoices.download')}
    </Button>
  );
}
