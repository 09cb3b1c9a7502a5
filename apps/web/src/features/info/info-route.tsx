import type { Locale } from '@app/contracts';
import type { MDXComponents, MDXContent } from 'mdx/types';
import { Fragment, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageName } from '../../config/paths';
import { formatDate } from '../../shared/format/format';
import { useLocale } from '../../shared/i18n/locale-context';
import { anchorOf } from './anchor';
import { MDX_COMPONENTS } from './mdx-components';

type InfoPageName = Extract<PageName, 'guide' | 'faq' | 'contact' | 'api' | 'terms' | 'privacy' | 'cookies'>;

interface InfoDocument {
  default: MDXContent;
  /** Titles of its chapters. */
  contents: string[];
}

interface InfoRoute {
  page: InfoPageName;
  /** Day of the last change, `yyyy-mm-dd`. */
  updated: string;
  /** In the place of the page's description. */
  lead?: 'announcedApi';
  /** What the document uses beside the common components. */
  components?: MDXComponents;
  /** What else the page has beside its text. */
  Around?: ComponentType<{ children: ReactNode }>;
  load: (locale: Locale) => Promise<InfoDocument>;
}

/** Fewer chapters than this are seen at a glance. */
const LIST_FROM = 4;

/** A page whose text is a document in each language. `prepare` loads the one that will be shown. */
export function infoRoute({ page, updated, lead, components, Around = Fragment, load }: InfoRoute) {
  const known = { ...MDX_COMPONENTS, ...components };
  const loaded: Partial<Record<Locale, InfoDocument>> = {};
  const prepare = async (locale: Locale): Promise<void> => {
    loaded[locale] ??= await load(locale);
  };
  function Page() {
    const { t } = useTranslation('info');
    const { t: tMeta } = useTranslation('meta');
    const locale = useLocale();
    const document = loaded[locale];
    if (!document) return null;
    const { default: Content, contents } = document;
    return (
      <article className="reading pb-12 pt-12 lg:pt-18">
        <header className="mb-8 grid gap-3">
          <h1 className="text-3xl">{tMeta(`${page}.title`)}</h1>
          <p className="text-lg text-ink-2">{lead ? t(lead) : tMeta(`${page}.description`)}</p>
          <p className="tabular text-sm text-ink-3">
            {t('updated', { date: formatDate(`${updated}T12:00:00Z`, locale, { dateStyle: 'long', timeZone: 'UTC' }) })}
          </p>
        </header>
        <Around>
          {contents.length >= LIST_FROM ? <Contents titles={contents} /> : null}
          <div className="prose">
            <Content components={known} />
          </div>
        </Around>
      </article>
    );
  }
  return { Page, prepare };
}

function Contents({ titles }: { titles: readonly string[] }) {
  const { t } = useTranslation('info');
  return (
    <nav aria-label={t('contents')} className="mb-8 border-y border-line py-3">
      <ol className="tabular grid gap-x-8 sm:grid-cols-2">
        {titles.map((title, index) => (
          <li key={title}>
            <a
              href={`#${anchorOf(title)}`}
              className="flex min-h-10 items-center gap-3 text-sm text-ink-2 underline-offset-4 hover:text-ink hover:underline"
            >
              <span aria-hidden="true" className="min-w-5 text-ink-3">
                {index + 1}
              </span>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
