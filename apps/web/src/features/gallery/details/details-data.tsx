import type { GalleryItem } from '@app/contracts';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../shared/cx';
import { formatCredits } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { CopyButton } from '../../../shared/ui/actions/copy-button';
import { useFormatDate } from '../../../shared/format/use-format-date';

function Fact({ term, wide = false, children }: { term: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={cx('grid content-start gap-0.5', wide && 'col-span-full')}>
      <dt className="text-xs text-ink-3">{term}</dt>
      <dd className="tabular text-sm">{children}</dd>
    </div>
  );
}

function Sharing({ until }: { until: string | null }) {
  const { t } = useTranslation('gallery');
  const formatDate = useFormatDate();
  const [now] = useState(Date.now);
  const isShared = until !== null && new Date(until).getTime() > now;
  return (
    <Fact wide term={t('details.visibleTo')}>
      {isShared
        ? t('details.sharedUntil', { date: formatDate(until, { dateStyle: 'medium', timeStyle: 'short' }) })
        : t('details.notShared')}
    </Fact>
  );
}

export function DetailsData({ item }: { item: GalleryItem }) {
  const { t } = useTranslation(['gallery', 'options']);
  const locale = useLocale();
  const formatDate = useFormatDate();
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        {item.negative_prompt ? (
          <Fact wide term={t('gallery:details.negative')}>
            {item.negative_prompt}
          </Fact>
        ) : null}
        <Fact term={t('gallery:details.model')}>{t(`options:models.${item.model}`)}</Fact>
        <Fact term={t('gallery:details.style')}>{t(`options:styles.${item.style}`)}</Fact>
        <Fact term={t('gallery:details.size')}>
          {item.size} · {item.width} × {item.height}
        </Fact>
        <Fact term={t('gallery:details.quality')}>{t(`options:qualities.${item.quality}`)}</Fact>
        <Fact term={t('gallery:details.format')}>{t(`options:formats.${item.output_format}`)}</Fact>
        <Fact term={t('gallery:details.credits')}>{formatCredits(item.credits_used, locale)}</Fact>
        <Fact wide term={t('gallery:details.created')}>
          <time dateTime={item.created_at}>
            {formatDate(item.created_at, { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
        </Fact>
        {item.status === 'completed' ? <Sharing until={item.shared_until} /> : null}
        <Fact term={t('gallery:details.seed')}>{item.seed}</Fact>
        {item.engine ? (
          <Fact wide term={t('gallery:details.engine')}>
            {t(`gallery:details.engines.${item.engine}`)}
          </Fact>
        ) : null}
      </dl>
      <div className="flex flex-wrap gap-x-2">
        <CopyButton text={item.prompt} label={t('gallery:details.copyPrompt')} className="-ms-4" />
        <CopyButton text={String(item.seed)} label={t('gallery:details.copySeed')} />
      </div>
    </div>
  );
}
