import { LOCALES } from '@app/contracts';
import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useUser } from '../../api/auth/use-session';
import { inLocale } from '../../config/paths';
import { cx } from '../../shared/cx';
import { LANGUAGES } from '../../config/languages';
import { useAddress, useLocale } from '../../shared/i18n/locale-context';
import { IconButton } from '../../shared/ui/actions/icon-button';
import { useShownPage } from '../page-effects';
import { NAV_PAGES } from './nav-links';
import { ThemeToggle } from './theme-toggle';

/** The pages and the languages, below the bar of a narrow screen. It traps nothing: Escape or a press outside closes it. */
export function MobileMenu({ onGo, onPalette }: { onGo: () => void; onPalette: () => void }) {
  const { t } = useTranslation();
  const to = useAddress();
  const locale = useLocale();
  const location = useLocation();
  const shown = useShownPage();
  // Visitors have it in the bar, where the credits are of those who are signed in.
  const signedIn = useUser() !== null;
  return (
    <nav
      id="mobile-menu"
      aria-label={t('nav.label')}
      className="absolute inset-x-0 top-full max-h-[calc(100dvh-64px)] animate-appear overflow-y-auto border-b border-line bg-bg pb-6 md:hidden"
    >
      <ul className="page grid py-2">
        {NAV_PAGES.map((page) => (
          <li key={page} className="border-b border-line">
            <Link
              to={to(page)}
              onClick={onGo}
              aria-current={page === shown ? 'page' : undefined}
              className={cx('display flex min-h-14 items-center text-xl', page === shown && 'text-amber-text')}
            >
              {t(`nav.${page}`)}
            </Link>
          </li>
        ))}
      </ul>
      <div className="page flex items-center justify-between gap-4 pt-2">
        <ul aria-label={t('nav.language')} className="flex gap-2">
          {[...LOCALES].reverse().map((language) => (
            <li key={language}>
              <Link
                to={inLocale(location, language)}
                onClick={onGo}
                lang={LANGUAGES[language].tag}
                aria-current={language === locale ? 'true' : undefined}
                className={cx(
                  'inline-flex min-h-11 items-center rounded-control px-4 text-base font-medium',
                  language === locale ? 'bg-amber-tint text-on-amber-tint' : 'text-ink-2',
                )}
              >
                {LANGUAGES[language].name}
              </Link>
            </li>
          ))}
        </ul>
        <span className="flex">
          <IconButton label={t('nav.palette')} icon={<Search aria-hidden="true" />} onClick={onPalette} />
          {signedIn ? <ThemeToggle /> : null}
        </span>
      </div>
    </nav>
  );
}
