import { DEFAULT_LOCALE, type Locale } from '@app/contracts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { useUser } from '../../api/auth/use-session';
import { LocaleProvider } from '../../shared/i18n/locale-context';
import { lazyExtra, lazyPart } from '../../shared/loading/lazy-part';
import { ToastHost } from '../../shared/ui/overlays/toast-host';
import { localeToShow } from '../locale';
import { usePageEffects } from '../page-effects';
import { usePalette } from '../palette/palette-host';
import { Footer } from './footer';
import { NavBar } from './nav-bar';
import { usePersonChanges } from './use-person-changes';
import { ConsentBanner, LocaleBanner, OfflineBanner } from './banners';

// Visitors load neither.
const PastDueBanner = lazyPart(() =>
  import('../../features/subscription/past-due-banner').then((module) => module.PastDueBanner),
);
const SignedInEffects = lazyExtra(() => import('./signed-in-effects').then((module) => module.SignedInEffects));

export function Shell({ tree }: { tree: Locale }) {
  const { pathname } = useLocation();
  const locale = tree === DEFAULT_LOCALE ? localeToShow(pathname) : tree;
  usePageEffects(locale);
  return (
    <LocaleProvider locale={locale}>
      <Frame />
    </LocaleProvider>
  );
}

function Frame() {
  const { t } = useTranslation();
  const user = useUser();
  const signedIn = user !== null;
  const { open, palette } = usePalette();
  const changes = usePersonChanges();
  const isPaying = user !== null && user.subscription_status !== 'free';
  return (
    <>
      <a
        href="#content"
        className="fixed start-4 top-3 z-50 -translate-y-20 rounded-control bg-amber px-4 py-2 font-semibold text-on-amber focus:translate-y-0"
        onClick={(event) => {
          // Through the router a hash would count as a navigation.
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        {t('nav.skip')}
      </a>
      <NavBar onPalette={open} />
      <OfflineBanner />
      {isPaying ? (
        <Suspense fallback={null}>
          <PastDueBanner />
        </Suspense>
      ) : null}
      {/* As high as the window with bar and gap: a list that is shorter than its skeleton moves no footer into sight. */}
      <main id="content" tabIndex={-1} className="min-h-[calc(100dvh-11rem)]">
        {/* Mounted anew, so that a page keeps nothing of the former person. */}
        <Outlet key={changes} />
      </main>
      <LocaleBanner />
      <Footer />
      <ConsentBanner />
      {palette}
      <ToastHost expected={signedIn} />
      {signedIn ? (
        <Suspense fallback={null}>
          <SignedInEffects />
        </Suspense>
      ) : null}
      <ScrollRestoration />
    </>
  );
}
