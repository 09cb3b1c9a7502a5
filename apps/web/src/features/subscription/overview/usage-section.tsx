import { DEFAULT_MODEL, priceUnits, toUnits, type CallAnswer, type subscriptionCalls } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { useUsageQuery } from '../../../api/endpoints/billing';
import { useQuotaQuery } from '../../../api/endpoints/quota';
import { formatCredits, formatNumber } from '../../../shared/format/format';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { ButtonLink } from '../../../shared/ui/actions/button';
import { Section } from './section';
import { UsageDays } from './usage-days';

/** How much of the period's credits is left, and what that means. */
export function UsageSection() {
  const { t } = useTranslation('billing');
  const to = useAddress();
  const query = useUsageQuery(undefined, { refetchOnFocus: true });
  return (
    <Section
      title={t('usage.title')}
      query={query}
      failed={t('usage.failed')}
      skeletonClass="h-32"
      action={
        <ButtonLink variant="ghost" className="-me-4" to={to('profile', { query: { tab: 'statement' } })}>
          {t('usage.statement')}
        </ButtonLink>
      }
    >
      {(usage) => (
        <div className="grid gap-4">
          <Usage usage={usage} />
          <UsageDays isExpected={usage.used > 0} />
        </div>
      )}
    </Section>
  );
}

function Usage({ usage }: { usage: CallAnswer<typeof subscriptionCalls.usage> }) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const formatDate = useFormatDate();
  const { granted, used, remaining, images, period_end: end } = usage;
  const share = granted > 0 ? Math.min(used / granted, 1) : 0;
  const shown = (credits: number) => formatCredits(credits, locale);
  const more = Math.floor(toUnits(remaining) / priceUnits(DEFAULT_MODEL));
  return (
    <div className="tabular grid gap-3 rounded-sheet border border-line bg-surface p-6">
      <p className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span className="text-lg font-semibold">
          {t('usage.remaining', { remaining: shown(remaining), granted: shown(granted) })}
        </span>
        <span className="text-sm text-ink-3">{t('usage.period', { date: formatDate(end) })}</span>
      </p>
      <meter min={0} max={1} value={share} aria-label={t('usage.label')} className="sr-only">
        {shown(used)}
      </meter>
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-pill bg-hover">
        <div className="h-full rounded-pill bg-amber" style={{ width: `${(1 - share) * 100}%` }} />
      </div>
      <Expiry remaining={remaining} />
      <p className="flex flex-wrap justify-between gap-x-6 text-sm text-ink-2">
        <span>
          {used > 0
            ? t('usage.used', { credits: shown(used), count: images, images: formatNumber(images, locale) })
            : t('usage.usedNone')}
        </span>
        <span>{t('usage.images', { count: more, images: formatNumber(more, locale) })}</span>
      </p>
    </div>
  );
}

/** What expires first, and when: not all credits end with the period. */
function Expiry({ remaining }: { remaining: number }) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const formatDate = useFormatDate();
  const { data: quota } = useQuotaQuery();
  const next = quota?.nextExpiry;
  if (!next) return null;
  const date = formatDate(next.at);
  return (
    <p className="text-sm text-ink-2">
      {next.credits < remaining
        ? t('usage.expireSome', { count: next.credits, credits: formatCredits(next.credits, locale), date })
        : t('usage.expireAll', { date })}
    </p>
  );
}
