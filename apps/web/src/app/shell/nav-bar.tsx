import { Menu as MenuIcon, Search, X } from 'lucide-react';
import { Suspense, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigation } from 'react-router-dom';
import { useSessionPhase, useUser } from '../../api/auth/use-session';
import { readAccessToken } from '../../api/auth/tokens';
import { cx } from '../../shared/cx';
import { useDelayed } from '../../shared/hooks/use-delayed';
import { useDismiss } from '../../shared/interaction/use-dismiss';
import { useAddress } from '../../shared/i18n/locale-context';
import { lazyExtra, lazyPart } from '../../shared/loading/lazy-part';
import { ButtonLink } from '../../shared/ui/actions/button';
import { IconButton } from '../../shared/ui/actions/icon-button';
import { LoadingLine } from '../../shared/ui/feedback/loading-line';
import { MissingControl } from '../../shared/ui/feedback/missing-part';
import { useShownPage } from '../page-effects';
import { LanguageMenu } from './language-menu';
import { Logo } from './logo';
import { MobileMenu } from './mobile-menu';
import { NAV_PAGES } from './nav-links';
import { ThemeToggle } from './theme-toggle';

// Visitors do not load these.
const AccountMenu = lazyPart(
  () => import('../../features/session/account-menu').then((module) => module.AccountMenu),
  MissingControl,
);
const CreditsChip = lazyExtra(() => import('../../features/credits/credits-chip').then((module) => module.CreditsChip));

type OpenMenu = 'language' | 'account' | 'credits' | 'mobile' | null;

export function NavBar({ onPalette }: { onPalette: () => void }) {
  const { t } = useTranslation();
  const to = useAddress();
  const bar = useRef<HTMLElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  const [opened, setOpened] = useState<{ menu: OpenMenu; at: string }>({ menu: null, at: key });
  // A menu belongs to the place where it was opened: going anywhere closes it.
  const open = opened.at === key ? opened.menu : null;
  const toggle = (menu: OpenMenu) => (next: boolean) => setOpened({ menu: next ? menu : null, at: key });
  const close = useCallback(() => setOpened((previous) => ({ ...previous, menu: null })), []);
  useDismiss(open === 'mobile', bar, close);
  // The palette gives the focus back to the element that had it, and the menu's own button is gone by then.
  const openPaletteFromMenu = () => {
    menuButton.current?.focus();
    close();
    onPalette();
  };
  const signedIn = useUser() !== null;
  const loading = useDelayed(useNavigation().state === 'loading', 200);

  return (
    <header ref={bar} data-shell className="sticky top-0 z-40 border-b border-line bg-bg">
      <div className="page flex h-16 items-center gap-2 lg:gap-6">
        <Link to={to('home')} aria-label={t('nav.logo')} className="inline-flex min-h-10 items-center rounded-control">
          <Logo />
        </Link>
        <NavLinks />
        <div className="ms-auto flex items-center gap-1">
          {signedIn ? (
            <Suspense>
              <CreditsChip open={open === 'credits'} onOpenChange={toggle('credits')} />
            </Suspense>
          ) : null}
          <div className="hidden md:block">
            <IconButton label={t('nav.palette')} icon={<Search aria-hidden="true" />} onClick={onPalette} />
          </div>
          <div className={signedIn ? 'hidden md:block' : undefined}>
            <ThemeToggle />
          </div>
          <div className="hidden md:block">
            <LanguageMenu open={open === 'language'} onOpenChange={toggle('language')} />
          </div>
          <AccountSlot open={open === 'account'} onOpenChange={toggle('account')} />
          <IconButton
            ref={menuButton}
            label={t('nav.menu')}
            icon={open === 'mobile' ? <X aria-hidden="true" /> : <MenuIcon aria-hidden="true" />}
            aria-expanded={open === 'mobile'}
            aria-controls="mobile-menu"
            className="md:hidden"
            onClick={() => toggle('mobile')(open !== 'mobile')}
          />
        </div>
      </div>
      {open === 'mobile' ? <MobileMenu onGo={close} onPalette={openPaletteFromMenu} /> : null}
      {loading ? <LoadingLine /> : null}
    </header>
  );
}

function NavLinks() {
  const { t } = useTranslation();
  const to = useAddress();
  const shown = useShownPage();
  return (
    <nav aria-label={t('nav.label')} className="hidden md:block">
      <ul className="flex">
        {NAV_PAGES.map((page) => (
          <li key={page}>
            <Link
              to={to(page)}
              aria-current={page === shown ? 'page' : undefined}
              className={cx(
                'relative inline-flex min-h-10 items-center rounded-control px-3 text-sm font-medium transition-colors duration-120',
                page === shown
                  ? 'text-ink after:absolute after:inset-x-3 after:-bottom-[13px] after:h-0.5 after:bg-amber'
                  : 'text-ink-2 hover:bg-hover hover:text-ink',
              )}
            >
              {t(`nav.${page}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Sign-in button or avatar; while a stored session is being restored, the avatar's place is kept. */
function AccountSlot({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation();
  const to = useAddress();
  const user = useUser();
  const waiting = useSessionPhase() === 'unknown' && readAccessToken() !== null;
  return (
    <div className="flex justify-end ps-1">
      {user ? (
        <Suspense fallback={<AvatarPlace />}>
          <AccountMenu user={user} open={open} onOpenChange={onOpenChange} />
        </Suspense>
      ) : waiting ? (
        <AvatarPlace />
      ) : (
        <ButtonLink variant="quiet" to={to('login')} data-for-visitors>
          {t('nav.login')}
        </ButtonLink>
      )}
    </div>
  );
}

const AvatarPlace = () => <span aria-hidden="true" className="m-1 size-8 animate-breathe rounded-pill bg-hover" />;
