import type { Locale } from '@app/contracts';
import type { MDXContent } from 'mdx/types';
import { useTranslation } from 'react-i18next';
import type { PageName } from '../../config/paths';
import { formatDate } from '../../shared/format';
import { useLocale } from '../../shared/i18n/locale-context';
import { MDX_COMPONENTS } from './mdx-components';

type InfoPageName = Extract<PageName, 'guide' | 'faq' | 'contact' | 'api' | 'terms' | 'privacy' | 'cookies'>;

interface InfoRoute {
  page: InfoPageName;
  /** Day of the last change, `yyyy-mm-dd`. */
  updated: string;
  documents: Record<Locale, () => Promise<{ default: MDXContent }>>;
}

/** A page whose text is a document in each language. `prepare` loads the one that will be shown. */
export function infoRoute({ page, updated, documents }: InfoRoute) {
  const loaded: Partial<Record<Locale, MDXContent>> = {};
  const prepare = async (locale: Locale): Promise<void> => {
    loaded[locale] ??= (await documents[locale]()).default;
  };
  function Page() {
    const { t } = useTranslation('info');
    const { t: tMeta } = useTranslation('meta');
    const locale = useLocale();
    const Content = loaded[locale];
    return (
      <article className="reading pb-12 pt-12 lg:pt-18">
        <header className="mb-8 grid gap-3">
          <h1 className="text-3xl">{tMeta(`${page}.title`)}</h1>
          <p className="text-lg text-ink-2">{tMeta(`${page}.description`)}</p>
          <p className="tabular text-sm text-ink-3">
            {t('updated', { date: formatDate(`${updated}T12:00:00Z`, locale, { dateStyle: 'long', timeZone: 'UTC' }) })}
          </p>
        </header>
        {Content ? <Content components={MDX_COMPONENTS} /> : null}
      </article>
    );
  }
  return { Page, prepare };
}
