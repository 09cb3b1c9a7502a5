import { HISTORY_PAGE_SIZE, planOfId } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubscriptionHistoryQuery } from '../../../api/endpoints/billing';
import { formatMoney } from '../../../shared/format/format';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Empty, Pager, Section } from './section';

/** What has happened to the subscription, newest first. */
export function History() {
  const { t } = useTranslation('billing');
  const { t: tCommon } = useTranslation();
  const locale = useLocale();
  const formatDate = useFormatDate();
  const [page, setPage] = useState(1);
  const query = useSubscriptionHistoryQuery({ page, limit: HISTORY_PAGE_SIZE }, { refetchOnFocus: true });
  return (
    <Section
      title={t('history.title')}
      query={query}
      failed={t('history.failed')}
      skeletonClass="h-23"
      pager={<Pager list={query.data} page={page} onPage={setPage} />}
    >
      {({ data }) =>
        data.length > 0 ? (
          <ol className="tabular grid">
            {data.map(({ id, kind, plan_id: planId, amount, at }) => (
              <li key={id} className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2.5">
                <span className="flex-1">
                  {t(`history.kinds.${kind}`, { plan: tCommon(`plans.${planOfId(planId)}`) })}
                </span>
                {amount === null ? null : <span className="text-sm text-ink-2">{formatMoney(amount, locale)}</span>}
                <span className="min-w-28 text-end text-sm text-ink-3">{formatDate(at)}</span>
              </li>
            ))}
          </ol>
        ) : (
          <Empty>{t('history.empty')}</Empty>
        )
      }
    </Section>
  );
}
