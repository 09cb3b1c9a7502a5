import { RefreshCw } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { useLocation, useRouteError } from 'react-router-dom';
import { ApiFailure } from '../api/client/api-error';
import { analytics } from '../shared/analytics/analytics';
import { lazyPart } from '../shared/lazy-part';
import { Button } from '../shared/ui/actions/button';
import { CRASH_TEXTS } from './crash-texts';
import { localeToShow } from './locale';

const OutageNotice = lazyPart(() => import('./outage-notice').then((module) => module.OutageNotice));

// What the browsers say when a file of an older build is gone from the server.
const CHUNK_GONE =
  /dynamically imported module|importing a module script failed|unable to preload css|failed to load module script/i;

const isChunkGone = (error: unknown): boolean => error instanceof Error && CHUNK_GONE.test(error.message);

/** Shown instead of a page that cannot be shown: outage, new version, or a fault of ours. */
export function ErrorPage({ bare = false }: { bare?: boolean }) {
  const error = useRouteError();
  const { pathname } = useLocation();
  const locale = localeToShow(pathname);

  useEffect(() => {
    const description = error instanceof Error ? error.name : 'unknown';
    analytics.event('exception', { description, fatal: !(error instanceof ApiFailure) });
  }, [error]);

  if (error instanceof ApiFailure && !bare) {
    return (
      <Suspense>
        <OutageNotice error={error.error} locale={locale} />
      </Suspense>
    );
  }
  return <CrashNotice texts={CRASH_TEXTS[locale]} updated={isChunkGone(error)} />;
}

function CrashNotice({ texts, updated }: { texts: (typeof CRASH_TEXTS)['en']; updated: boolean }) {
  return (
    <div className="reading grid justify-items-start gap-4 py-18" role="alert">
      <h1 className="text-2xl">{updated ? texts.updated : texts.broken}</h1>
      <p className="text-lg text-ink-2">{updated ? texts.updatedText : texts.brokenText}</p>
      <Button
        variant="primary"
        icon={<RefreshCw aria-hidden="true" className="size-4" />}
        onClick={() => window.location.reload()}
      >
        {texts.reload}
      </Button>
    </div>
  );
}
