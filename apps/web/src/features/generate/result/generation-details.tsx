import type { Generation, Picture } from '@app/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../shared/cx';
import { formatCredits, formatDate } from '../../../shared/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Badge } from '../../../shared/ui/badge';
import { CopyButton } from '../../../shared/ui/copy-button';
import { UnderstoodPrompt } from './understood-prompt';

interface DetailProps {
  term: string;
  /** Takes the whole width. */
  wide?: boolean;
  children: ReactNode;
}

function Detail({ term, wide = false, children }: DetailProps) {
  return (
    <div className={cx('grid content-start gap-0.5', wide && 'col-span-full')}>
      <dt className="text-xs text-ink-3">{term}</dt>
      <dd className="text-sm">{children}</dd>
    </div>
  );
}

/** Everything that the picture was made from. */
export function GenerationDetails({ generation, picture }: { generation: Generation; picture: Picture }) {
  const { t } = useTranslation(['generate', 'options']);
  const locale = useLocale();
  return (
    <section className="grid gap-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-base font-semibold">{t('generate:details.title')}</h2>
        {generation.engine === 'studio' ? (
          <span title={t('generate:result.demoEngineText')}>
            <Badge tone="info">{t('generate:result.demoEngine')}</Badge>
          </span>
        ) : null}
      </div>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Detail wide term={t('generate:details.prompt')}>
          <span className="leading-relaxed">
            <UnderstoodPrompt prompt={generation.prompt} ranges={generation.understood} />
          </span>
          {generation.understood.length > 0 ? (
            <span className="mt-1 block text-xs text-ink-3">{t('generate:details.understood')}</span>
          ) : null}
        </Detail>
        {generation.negative_prompt ? (
          <Detail wide term={t('generate:details.negative')}>
            {generation.negative_prompt}
          </Detail>
        ) : null}
        <Detail term={t('generate:details.model')}>{t(`options:models.${generation.model}`)}</Detail>
        <Detail term={t('generate:details.style')}>{t(`options:styles.${generation.style}`)}</Detail>
        <Detail term={t('generate:details.size')}>
          <span className="tabular">
            {generation.size} · {picture.width} × {picture.height}
          </span>
        </Detail>
        <Detail term={t('generate:details.quality')}>{t(`options:qualities.${generation.quality}`)}</Detail>
        <Detail term={t('generate:details.credits')}>
          <span className="tabular">{formatCredits(generation.credits_used, locale)}</span>
        </Detail>
        <Detail term={t('generate:details.created')}>
          {formatDate(generation.created_at, locale, { dateStyle: 'medium', timeStyle: 'short' })}
        </Detail>
        <Detail term={t('generate:details.seed')}>
          <span className="tabular">{picture.seed}</span>
        </Detail>
      </dl>
      <div>
        <CopyButton text={String(picture.seed)} label={t('generate:details.copySeed')} className="-ms-4" />
      </div>
    </section>
  );
}
