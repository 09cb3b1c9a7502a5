import { RefreshCw, TriangleAlert, WifiOff } from 'lucide-react';
import { Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useLocation, useRouteError } from 'react-router-dom';
import { ApiFailure } from '../api/client/api-error';
import { analytics } from '../shared/analytics/analytics';
import { useDelayed } from '../shared/hooks/use-delayed';
import { CRASH_TEXTS } from '../shared/i18n/crash-texts';
import { lazyExtra } from '../shared/loading/lazy-part';
import { Button } from '../shared/ui/actions/button';
import { StatusPage } from '../shared/ui/feedback/status-page';
import { localeToShow } from './locale';

const OutageNotice = lazyExtra(() => import('./outage-notice').then((module) => module.OutageNotice));

const PATIENCE_MS = 1_000;
const ANSWER_MS = 3_000;

// What the browsers say when a file cannot be loaded.
const FILE_FAILED =
  /dynamically imported module|importing a module script failed|unable to preload css|failed to load module script/i;

const isFileMissing = (error: unknown): error is Error => error instanceof Error && FILE_FAILED.test(error.message);

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

  const reason = useReason(error);
  if (reason === null) return null;
  const notice = <CrashNotice texts={CRASH_TEXTS[locale]} reason={reason} />;
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

type Reason = 'updated' | 'offline' | 'missing' | 'broken';

/** The file that a browser names in its message; Safari names none. */
const FILE = /\S+\.(?:js|css)$/;

/** There is a newer build where the server has no longer the file that could not be loaded. */
async function askReason({ message }: Error): Promise<Reason> {
  const [file] = FILE.exec(message) ?? [];
  if (file === undefined) return 'missing';
  const options = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) } as const;
  try {
    const { status, headers } = await fetch(new URL(file, window.location.href), options);
    return status === 404 || headers.get('content-type')?.includes('html') ? 'updated' : 'missing';
  } catch {
    return 'missing';
  }
}

/** Null where the server has to be asked. Offline a file is missing, too, and not because there is a newer one. */
function knownReason(failure: unknown): Reason | null {
  if (!isFileMissing(failure) && !(failure instanceof ApiFailure)) return 'broken';
  if (!navigator.onLine) return 'offline';
  return isFileMissing(failure) ? null : 'broken';
}

/** Null as long as it is not known. */
function useReason(failure: unknown): Reason | null {
  const [answered, setAnswered] = useState<Reason | null>(null);
  const known = knownReason(failure);
  const isAsked = known === null;
  useEffect(() => {
    if (isAsked && isFileMissing(failure)) void askReason(failure).then(setAnswered);
  }, [failure, isAsked]);
  return known ?? answered;
}

/** What stays away while a better notice is on its way, and is there when that cannot be loaded either. */
function AfterAWhile({ children }: { children: ReactNode }) {
  return useDelayed(true, PATIENCE_MS) ? children : null;
}

const ICONS = { updated: RefreshCw, offline: WifiOff, missing: WifiOff, broken: TriangleAlert };

function CrashNotice({ texts, reason }: { texts: (typeof CRASH_TEXTS)['en']; reason: Reason }) {
  useEffect(() => {
    if (reason !== 'offline' && reason !== 'missing') return;
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
