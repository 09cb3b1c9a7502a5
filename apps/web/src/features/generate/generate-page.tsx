import type { Generation, Picture } from '@app/contracts';
import { useRef, type KeyboardEvent, type ReactNode, type RefObject, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { usePollGeneration } from '../../entities/generation/use-poll-generation';
import type { ShareDialogSlot } from '../../entities/image/share-dialog-slot';
import { useQuotaQuery } from '../../api/endpoints/quota';
import { useUser } from '../../api/auth/use-session';
import { cx } from '../../shared/cx';
import { useAddress } from '../../shared/i18n/locale-context';
import { useModelsWatch } from './engine/use-models';
import { ResultPanel } from './result/result-panel';
import { GenerationStrip } from './result/generation-strip';
import { settingsOf } from './settings/settings';
import { SettingsPanel } from './settings/settings-panel';
import { useSettings, type SettingsHandle } from './settings/use-settings';
import { SubmitBar } from './submit/submit-bar';
import { useSubmit, type SubmitEvents, type SubmitHandle } from './submit/use-submit';
import { Tips } from './tips';
import { useRecentGenerations } from './generations/use-recent-generations';

interface GeneratePageProps {
  /** Boxes about credits, put together by the route. */
  credits: ReactNode;
  /** The dialog that shares an image; the route brings it. */
  shareDialog: ShareDialogSlot;
}

const isSubmitKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat && !event.nativeEvent.isComposing;

export function GeneratePage({ credits, shareDialog }: GeneratePageProps) {
  const { t } = useTranslation('generate');
  const signedIn = useUser() !== null;
  const { data: quota } = useQuotaQuery(undefined, { skip: !signedIn });
  useModelsWatch();
  const { settings, change } = useSettings();
  const recent = useRecentGenerations();
  const result = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);

  const events: SubmitEvents = {
    onAccepted: ({ id }) => {
      recent.add(id);
      // On a phone it may be out of sight.
      result.current?.scrollIntoView({ block: 'nearest' });
    },
    onSignInNeeded: useLoginLink(),
  };
  const handle = useSubmit(settings, events);

  // After a reload too.
  usePollGeneration(signedIn ? recent.selected : null);
  const onForm = useFormHandlers(handle);

  return (
    <div className="page grid gap-8 py-8 lg:grid-cols-[minmax(340px,420px)_minmax(0,1fr)] lg:gap-12 lg:py-12">
      <div className="grid content-start gap-6">
        <h1 tabIndex={-1} className="text-2xl lg:text-3xl">
          {t('title')}
        </h1>
        {credits}
        <form ref={form} {...onForm} className="grid gap-6">
          <SettingsPanel settings={settings} change={change} maxCount={quota?.imagesPerGeneration} />
          <SubmitBar settings={settings} quota={quota} handle={handle} onModel={(model) => change({ model })} />
        </form>
        <Tips />
      </div>
      {/* On a phone what was asked for stands above the settings, or nobody would find it. */}
      <div
        ref={result}
        className={cx(
          'grid scroll-mt-24 content-start gap-6 lg:sticky lg:top-24 lg:order-none lg:self-start',
          recent.selected !== null && 'order-first',
        )}
      >
        <ResultPanel
          id={recent.selected}
          size={settings.size}
          handlers={{ ...events, ...useReuse(change, form), onGone: recent.remove, onBack: recent.putBack }}
          shareDialog={shareDialog}
        />
        <GenerationStrip ids={recent.ids} selected={recent.selected} onSelect={recent.select} onGone={recent.remove} />
      </div>
    </div>
  );
}

/** Both ways to ask: the button, and the shortcut from anywhere in the form. */
function useFormHandlers(handle: SubmitHandle) {
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    void handle.submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSubmitKey(event)) return;
    event.preventDefault();
    void handle.submit();
  };
  return { onSubmit, onKeyDown };
}

/** To the login page, and back to this very address afterwards. */
function useLoginLink(): () => void {
  const to = useAddress();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return () => void navigate(to('login', { query: { redirect: pathname + search } }));
}

/** Fills the panel with what a generation was made from; for other words its seed is left behind. */
function useReuse(change: SettingsHandle['change'], form: RefObject<HTMLFormElement | null>) {
  const fill = (generation: Generation): void => {
    const { count: _, ...settings } = settingsOf(generation);
    change(settings);
  };
  const toPrompt = () => {
    const field = form.current?.elements.namedItem('prompt');
    if (field instanceof HTMLElement) field.focus();
  };
  const onReword = (generation: Generation): void => {
    fill(generation);
    change({ seed: '' });
    toPrompt();
  };
  const onRemix = (generation: Generation, { id, seed }: Picture): void => {
    fill(generation);
    change({ seed: String(seed), parentId: id });
    toPrompt();
  };
  return { onReuse: fill, onReword, onRemix };
}
