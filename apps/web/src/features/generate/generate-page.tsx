import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { usePollGeneration } from '../../entities/generation/use-poll-generation';
import type { ShareDialogSlot } from '../../entities/image/share-dialog-slot';
import { useQuotaQuery } from '../../api/endpoints/quota';
import { useUser } from '../../api/auth/use-session';
import { cx } from '../../shared/cx';
import { NARROW } from '../../shared/browser/use-media';
import { useAddress } from '../../shared/i18n/locale-context';
import { showToast } from '../../shared/toasts';
import { useModelsWatch } from './engine/use-models';
import { ResultPanel } from './result/result-panel';
import { GenerationStrip } from './result/generation-strip';
import { GenerateForm } from './settings/generate-form';
import { useFillForm } from './settings/use-fill-form';
import { useSettings } from './settings/use-settings';
import { useSubmit, type SubmitEvents } from './submit/use-submit';
import { Tips } from './tips';
import { useRecentGenerations } from './generations/use-recent-generations';

interface GeneratePageProps {
  /** Boxes about credits, put together by the route. */
  credits: ReactNode;
  /** The dialog that shares an image; the route brings it. */
  shareDialog: ShareDialogSlot;
}

export function GeneratePage({ credits, shareDialog }: GeneratePageProps) {
  const { t } = useTranslation('generate');
  const signedIn = useUser() !== null;
  const { data: quota } = useQuotaQuery(undefined, { skip: !signedIn });
  useModelsWatch();
  const { settings, change } = useSettings();
  const recent = useRecentGenerations();
  const form = useRef<HTMLFormElement>(null);
  const { result, showResult } = useShowResult();

  const events: SubmitEvents = {
    onAccepted: ({ id }) => {
      recent.add(id);
      showResult();
    },
    onSignInNeeded: useLoginLink(),
  };
  const submission = useSubmit(settings, events);

  usePollGeneration(signedIn ? recent.selected : null);
  const { toPrompt, ...fill } = useFillForm({ settings, change }, form);
  return (
    <div className="page grid gap-4 py-3 [overflow-anchor:none] lg:grid-cols-[minmax(0,416px)_minmax(0,1fr)] lg:gap-8 lg:py-6">
      <div className="grid min-w-0 grid-cols-1 content-start gap-4">
        <h1 tabIndex={-1} className="sr-only">
          {t('title')}
        </h1>
        <GenerateForm
          form={form}
          settings={settings}
          change={change}
          quota={quota}
          submission={submission}
          recent={recent}
          toPrompt={toPrompt}
          onShow={showResult}
        />
        <Tips />
      </div>
      {/* On a phone the result stands above the form, or nobody would find it. */}
      <div
        ref={result}
        className={cx(
          'grid min-w-0 scroll-mt-18 grid-cols-1 content-start gap-4 lg:sticky lg:top-22 lg:order-none lg:self-start',
          recent.selected === null ? 'max-lg:hidden' : 'order-first',
        )}
      >
        {credits}
        <ResultPanel
          id={recent.selected}
          settings={settings}
          handlers={{ ...events, ...fill, onGone: recent.remove, onBack: recent.putBack }}
          shareDialog={shareDialog}
        />
        <GenerationStrip ids={recent.ids} selected={recent.selected} onSelect={recent.select} onGone={recent.remove} />
      </div>
    </div>
  );
}

/** Brings the result into view once it stands where it will stay: on a phone it has just moved above the form. */
function useShowResult() {
  const result = useRef<HTMLDivElement>(null);
  const [times, setTimes] = useState(0);
  useLayoutEffect(() => {
    if (times === 0) return;
    result.current?.scrollIntoView({ block: window.matchMedia(NARROW).matches ? 'start' : 'nearest' });
  }, [times]);
  return { result, showResult: () => setTimes((count) => count + 1) };
}

/** To the login page, which says why, and back to this very address afterwards. */
function useLoginLink(): () => void {
  const { t } = useTranslation('generate');
  const to = useAddress();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return () => {
    showToast({ kind: 'info', text: t('reasons.UNAUTHENTICATED') });
    void navigate(to('login', { query: { redirect: pathname + search } }));
  };
}
