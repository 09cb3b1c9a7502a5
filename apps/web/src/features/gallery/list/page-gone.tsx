import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { EmptyState } from '../../../shared/ui/feedback/empty-state';

/** The address names a page that the list does not have. */
export function PageGone({ pages, onPage }: { pages: number; onPage: (page: number) => void }) {
  const { t } = useTranslation('gallery');
  const locale = useLocale();
  return (
    <EmptyState
      title={t('pageGone')}
      text={t('pageCount', { count: pages, formatted: formatNumber(pages, locale) })}
      action={
        <>
          {pages > 1 ? (
            <Button variant="primary" onClick={() => onPage(pages)}>
              {t('pageLast')}
            </Button>
          ) : null}
          <Button onClick={() => onPage(1)}>{t('pageFirst')}</Button>
        </>
      }
    />
  );
}
