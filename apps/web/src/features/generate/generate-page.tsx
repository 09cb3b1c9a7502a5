import type { Generation, GenerationImage, Quota } from '@app/contracts';
import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { usePollGeneration } from '../../entities/generation/use-poll-generation';
import type { ShareDialogSlot } from '../../entities/image/share-dialog-slot';
import { useQuotaQuery } from '../../api/endpoints/quota';
import { useUser } from '../../api/auth/use-session';
import { cx } from '../../shared/cx';
import { NARROW } from '../../shared/browser/use-media';
import { useAddress, useLocale } from '../../shared/i18n/locale-context';
import { isOfInputMethod } from '../../shared/interaction/input-method';
import { showToast } from '../../shared/toasts';
import { EngineLine } from './engine/engine-line';
import { useModelsWatch } from './engine/use-models';
import { ExampleWorks } from '../../entities/sample/example-works';
import { ResultPanel } from './result/result-panel';
import { GenerationStrip } from './result/generation-strip';
import { ParentNote } from './settings/parent-note';
import { PromptField } from './settings/prompt-field';
import { replaceSettings } from './settings/replace-settings';
import { settingsOf, type GenerateSettings } from './settings/settings';
import { SettingsChips } from './settings/settings-chips';
import { useSettings, type SettingsHandle } from './settings/use-settings';
import { SubmitBar } from './submit/submit-bar';
import { useSubmit, type SubmitEvents, type SubmitHandle } from './submit/use-submit';
import { RunningList } from './generations/running-list';
import { Tips } from './tips';
import { useRecentGenerations, type RecentGenerations } from './generations/use-recent-generations';

interface GeneratePageProps {
  /** Boxes about credits, put together by the route. */
  credits: ReactNode;
  /** The dialog that shares an image; the route brings it. */
  shareDialog: ShareDialogSlot;
}

const isSubmitKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat && !isOfInputMethod(event.nativeEvent);

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
  const handle = useSubmit(settings, events);

  usePollGeneration(signedIn ? recent.selected : null);
  const reuse = useReuse({ settings, change }, form);
  return (
    <div className="page grid gap-4 py-3 [overflow-anchor:none] lg:grid-cols-[minmax(0,416px)_minmax(0,1fr)] lg:gap-8 lg:py-6">
      <div className="grid min-w-0 grid-cols-1 content-start gap-4">
        <h1 tabIndex={-1} className="sr-only">
          {t('title')}
        </h1>
        {/* What has the focus must not lie under the bar that sticks to the lower edge. */}
        <GenerateForm
          form={form}
          settings={settings}
          change={change}
          quota={quota}
          handle={handle}
          recent={recent}
          toPrompt={reuse.toPrompt}
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
          handlers={{ ...events, ...reuse, onGone: recent.remove, onBack: recent.putBack }}
          shareDialog={shareDialog}
        />
        <GenerationStrip ids={recent.ids} selected={recent.selected} onSelect={recent.select} onGone={recent.remove} />
      </div>
    </div>
  );
}

interface GenerateFormProps extends SettingsHandle {
  form: RefObject<HTMLFormElement | null>;
  quota: Quota | undefined;
  handle: SubmitHandle;
  recent: RecentGenerations;
  toPrompt: () => void;
  onShow: () => void;
}

function GenerateForm({ form, settings, change, quota, handle, recent, toPrompt, onShow }: GenerateFormProps) {
  const locale = useLocale();
  const onForm = useFormHandlers(handle);
  return (
    <form
      ref={form}
      {...onForm}
      className="grid grid-cols-1 gap-4 max-lg:flex max-lg:min-h-[calc(100dvh-4.75rem)] max-lg:flex-col **:focus:scroll-mb-48 lg:**:focus:scroll-mb-6"
    >
      {settings.parentId === null ? null : (
        <ParentNote parentId={settings.parentId} onForget={() => change({ parentId: null })} />
      )}
      <PromptField settings={settings} change={change} />
      <SettingsChips settings={settings} change={change} maxCount={quota?.imagesPerGeneration} submission={handle} />
      <EngineLine model={settings.model} />
      <SubmitBar
        settings={settings}
        quota={quota}
        handle={handle}
        onModel={(model) => change({ model })}
        onEdit={recent.selected === null ? null : toPrompt}
      />
      <RunningList
        own={recent.ids}
        selected={recent.selected}
        onOpen={(id) => {
          recent.add(id);
          onShow();
        }}
      />
      <ExampleWorks
        onUse={({ prompt, style, size }) => {
          replaceSettings({ settings, change }, { prompt: prompt[locale], style, size });
          toPrompt();
        }}
      />
    </form>
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

/** Fills the form with what a generation was made from; for other words its seed is left behind. */
function useReuse(handle: SettingsHandle, form: RefObject<HTMLFormElement | null>) {
  const fill = (generation: Generation, other: Partial<GenerateSettings> = {}): void => {
    const { count: _, ...settings } = settingsOf(generation);
    replaceSettings(handle, { ...settings, ...other });
  };
  const toPrompt = () => {
    const field = form.current?.elements.namedItem('prompt');
    if (field instanceof HTMLElement) field.focus();
  };
  const onReword = (generation: Generation): void => {
    fill(generation, { seed: '' });
    toPrompt();
  };
  const onRemix = (generation: Generation, { id, seed }: GenerationImage): void => {
    fill(generation, { seed: String(seed), parentId: id });
    toPrompt();
  };
  return { onReuse: (generation: Generation) => fill(generation), onReword, onRemix, toPrompt };
}
