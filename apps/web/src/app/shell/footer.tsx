import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAddress } from '../../shared/i18n/locale-context';
import { Logo } from './logo';

const COLUMNS = [
  { title: 'create', pages: ['generate', 'gallery', 'batch', 'api'] },
  { title: 'learn', pages: ['explore', 'guide', 'faq', 'contact'] },
  { title: 'legal', pages: ['privacy', 'terms', 'cookies'] },
] as const;

const YEAR = new Date().getFullYear();

export function Footer() {
  const { t } = useTranslation();
  const to = useAddress();
  return (
    <footer data-shell className="mt-28 border-t border-line">
      <div className="page grid grid-cols-2 gap-12 py-12 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-2 grid content-start gap-3 lg:col-span-1">
          <Logo />
          <p className="text-ink-2">{t('footer.tagline')}</p>
        </div>
        <nav aria-label={t('footer.label')} className="contents">
          {COLUMNS.map(({ title, pages }) => (
            <div key={title}>
              <h2 className="mb-2 text-sm text-ink-3">{t(`footer.${title}`)}</h2>
              <ul>
                {pages.map((page) => (
                  <li key={page}>
                    <Link
                      to={to(page)}
                      className="-mx-2 inline-flex min-h-10 items-center rounded-control px-2 text-ink-2 hover:text-ink hover:underline hover:underline-offset-4"
                    >
                      {t(`footer.${page}`)}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
      <p suppressHydrationWarning className="page tabular pb-8 text-sm text-ink-3">
        {t('footer.copyright', { year: YEAR })}
      </p>
    </footer>
  );
}
