import { RefreshCw, TriangleAlert, WifiOff } from 'lucide-react';
import { Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useLocation, useRouteError } from 'react-router-dom';
import { ApiFailure } from '../api/client/api-error';
import { analytics } from '../shared/analytics/analytics';
import { useDelayed } from '../shared/hooks/use-delayed';
import { lazyPart } from '../shared/lazy-part';
import { Button } from '../shared/ui/actions/button';
import { StatusPage } from '../shared/ui/feedback/status-page';
import { CRASH_TEXTS } from './crash-texts';
import { localeToShow } from './locale';

const OutageNotice = lazyPart(() => import('./outage-notice').then((module) => module.OutageNotice));

const PATIENCE_MS = 1_000;

// What the browsers say when a file of an older build is gone from the server.
const CHUNK_GONE =
  /dynamically imported module|importing a module script failed|unable to preload css|failed to load module script/i;

const isChunkGone = (error: unknown): boolean => error instanceof Error && CHUNK_GONE.test(error.message);

export function ErrorPage({ bare = false }: { bare?: boolean }) {
  return <PageFailure error={useRouteError()} bare={bare} />;
}

/** Shown instead of a page that cannot be shown: outage, no network, new version, or a fault of ours. */
function PageFailure({ error, bare = false }: { error: unknown; bare?: boolean }) {
  const { pathname } = useLocation();
  const locale = localeToShow(pathname);

  useEffect(() => {
    const description = error instanceof Error ? error.name : 'unknown';
    analytics.event('exception', { description, fatal: !(error instanceof ApiFailure) });
  }, [error]);

  const notice = <CrashNotice texts={CRASH_TEXTS[locale]} reason={reasonOf(error)} />;
  if (error instanceof ApiFailure && !bare && navigator.onLine) {
    return (
      <Suspense fallback={<AfterAWhile>{notice}</AfterAWhile>}>
        <OutageNotice error={error.error} locale={locale} />
      </Suspense>
    );
  }
  return notice;
}

/** What a route shows whose files could not be loaded. The router keeps it: who comes back to the page loads all anew. */
export function failedPage(error: unknown): ComponentType {
  let wasShown = false;
  return function FailedPage() {
    const [isTriedAgain] = useState(() => wasShown && navigator.onLine);
    useEffect(() => {
      if (isTriedAgain) reload();
      return () => void (wasShown = true);
    }, [isTriedAgain]);
    return isTriedAgain ? null : <PageFailure error={error} />;
  };
}

type Reason = 'updated' | 'offline' | 'broken';

/** Offline a file is missing, too, and not because there is a newer one. */
function reasonOf(error: unknown): Reason {
  if (!isChunkGone(error) && !(error instanceof ApiFailure)) return 'broken';
  if (!navigator.onLine) return 'offline';
  return isChunkGone(error) ? 'updated' : 'broken';
}

/** What stays away while a better notice is on its way, and is there when that cannot be loaded either. */
function AfterAWhile({ children }: { children: ReactNode }) {
  return useDelayed(true, PATIENCE_MS) ? children : null;
}

const ICONS = { updated: RefreshCw, offline: WifiOff, broken: TriangleAlert };

function CrashNotice({ texts, reason }: { texts: (typeof CRASH_TEXTS)['en']; reason: Reason }) {
  useEffect(() => {
    if (reason !== 'offline') return;
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [reason]);
  return (
    <StatusPage
      icon={ICONS[reason]}
      tone={reason === 'broken' ? 'danger' : 'plain'}
      title={texts[reason]}
      text={texts[`${reason}Text`]}
    >
      <Button variant="primary" icon={<RefreshCw aria-hidden="true" className="size-4" />} onClick={reload}>
        {texts.reload}
      </Button>
    </StatusPage>
  );
}

const reload = (): void => window.location.reload();
