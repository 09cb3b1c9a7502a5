import { NEGATIVE_PROMPT_MAX, PROMPT_MAX, codePointLength } from '@app/contracts';
import { CircleAlert, CircleMinus, Dices } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../shared/cx';
import { isOfInputMethod } from '../../../shared/interaction/input-method';
import { Button } from '../../../shared/ui/actions/button';
import { TextArea } from '../../../shared/ui/forms/text-area';
import { TextCounter } from '../../../shared/ui/forms/text-counter';
import { useModels } from '../engine/use-models';
import { HistoryButton } from './history/history-button';
import { useHistoryPanel, type HistoryPanel } from './history/use-history-panel';
import { recall } from './history/recall';
import { PromptText } from './prompt-text';
import { replaceSettings } from './replace-settings';
import type { SettingsHandle } from './use-settings';
import { useUnderstood } from './use-understood';

const EXAMPLES = ['1', '2', '3', '4', '5', '6'] as const;
const TOOL =
  'inline-flex min-h-10 items-center gap-1.5 rounded-control px-2 text-sm font-medium text-ink-2 hover:bg-hover hover:text-ink';
/** A phone has room for the words alone. */
const TOOL_ICON = 'size-4 max-sm:hidden';

const overBy = (text: string, max: number): number => Math.max(codePointLength(text) - max, 0);

const isPlainArrowUp = ({ key, shiftKey, ctrlKey, altKey, metaKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'ArrowUp' && !(shiftKey || ctrlKey || altKey || metaKey || isOfInputMethod(nativeEvent));

export function PromptField({ settings, change }: SettingsHandle) {
  const { t } = useTranslation('generate');
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const history = useHistoryPanel({ field, frame });
  const [leavesOut, setLeavesOut] = useState(settings.negativePrompt !== '');
  const { prompt } = settings;
  const words = useUnderstood(settings.model, prompt, settings.negativePrompt);
  const over = overBy(prompt, PROMPT_MAX);
  useFocusAtStart(field);
  const showNegative = leavesOut || settings.negativePrompt !== '';
  return (
    <div className="grid grid-cols-1 gap-2">
      <label htmlFor={id} className="text-sm font-semibold max-lg:sr-only">
        {t('prompt.label')}
      </label>
      <div
        data-field
        className={cx(
          'rounded-sheet border bg-surface focus-within:border-ink-2',
          over > 0 ? 'border-danger-text' : 'border-field',
        )}
      >
        <PromptText
          id={id}
          fieldRef={field}
          name="prompt"
          placeholder={t('prompt.placeholder')}
          value={prompt}
          understood={words ?? []}
          aria-invalid={over > 0 || undefined}
          aria-describedby={`${id}-notes`}
          onChange={(event) => change({ prompt: event.target.value })}
          onKeyDown={(event) => {
            if (prompt !== '' || !isPlainArrowUp(event)) return;
            event.preventDefault();
            history.openFrom(event.currentTarget);
          }}
        />
        <div ref={frame} onBlur={history.onBlur} className="relative flex flex-wrap items-center gap-x-1 px-1.5 pb-1.5">
          <PromptTools
            settings={settings}
            change={change}
            history={history}
            showNegative={showNegative}
            onNegative={() => setLeavesOut(!leavesOut)}
          />
        </div>
      </div>
      <div id={`${id}-notes`} className="grid gap-1 text-sm empty:hidden">
        {over > 0 ? <FieldError text={t('reasons.PROMPT_TOO_LONG', { over })} /> : null}
        {words && prompt.trim() !== '' ? <Legend count={words.length} /> : null}
      </div>
      {/* While it has the focus, the field stays also when it is emptied. */}
      {showNegative ? <NegativeField settings={settings} change={change} onFocus={() => setLeavesOut(true)} /> : null}
    </div>
  );
}

interface PromptToolsProps extends SettingsHandle {
  history: HistoryPanel;
  showNegative: boolean;
  onNegative: () => void;
}

function PromptTools({ settings, change, history, showNegative, onNegative }: PromptToolsProps) {
  const { t } = useTranslation('generate');
  const handle = { settings, change };
  const surprise = () => {
    const others = EXAMPLES.map((key) => t(`examples.${key}`)).filter((example) => example !== settings.prompt);
    replaceSettings(handle, { prompt: others[Math.floor(Math.random() * others.length)] ?? settings.prompt });
  };
  return (
    <>
      <Button variant="plain" className={TOOL} onClick={surprise}>
        <Dices aria-hidden="true" className={TOOL_ICON} />
        {t('prompt.surprise')}
      </Button>
      <HistoryButton
        panel={history}
        onRecall={(entry) => recall(handle, entry)}
        className={TOOL}
        iconClassName={TOOL_ICON}
      />
      <Button variant="plain" className={TOOL} aria-expanded={showNegative} onClick={onNegative}>
        <CircleMinus aria-hidden="true" className={TOOL_ICON} />
        {t('negative.open')}
      </Button>
      <span className="ms-auto pe-2.5">
        <TextCounter text={settings.prompt} max={PROMPT_MAX} />
      </span>
    </>
  );
}

/** With a keyboard people can begin to write at once; on a touch screen it would cover half of the page. */
function useFocusAtStart(field: { current: HTMLTextAreaElement | null }): void {
  useEffect(() => {
    if (!window.matchMedia('(pointer: fine)').matches) return undefined;
    // After the heading was focused, as on every change of the page.
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document;
      const isFree = activeElement === null || activeElement === document.body || activeElement.tagName === 'H1';
      if (isFree) field.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [field]);
}

function FieldError({ text }: { text: string }) {
  return (
    <p role="alert" className="flex items-start gap-1.5 text-danger-text">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{text}</span>
    </p>
  );
}

function Legend({ count }: { count: number }) {
  const { t } = useTranslation('generate');
  return (
    <p className="flex items-baseline gap-2 text-xs text-ink-3">
      {count > 0 ? <span aria-hidden="true" className="h-0.5 w-4 shrink-0 self-center bg-amber-text" /> : null}
      <span>{count > 0 ? t('understood.some', { count }) : t('understood.none')}</span>
    </p>
  );
}

function NegativeField({ settings, change, onFocus }: SettingsHandle & { onFocus: () => void }) {
  const { t } = useTranslation(['generate', 'options']);
  const ignored = useModels().ignoresNegativePrompt(settings.model);
  // What is not sent cannot be too long.
  const over = ignored ? 0 : overBy(settings.negativePrompt, NEGATIVE_PROMPT_MAX);
  return (
    <TextArea
      label={
        <>
          {t('generate:negative.label')}{' '}
          <span className="font-normal text-ink-3">({t('generate:negative.optional')})</span>
        </>
      }
      placeholder={t('generate:negative.placeholder')}
      name="negative_prompt"
      rows={1}
      {...(ignored ? {} : { limit: NEGATIVE_PROMPT_MAX })}
      hint={ignored ? t('generate:negative.ignored', { model: t(`options:models.${settings.model}`) }) : undefined}
      value={settings.negativePrompt}
      error={over > 0 ? t('generate:reasons.NEGATIVE_PROMPT_TOO_LONG', { over }) : null}
      onFocus={onFocus}
      onChange={(event) => change({ negativePrompt: event.target.value })}
    />
  );
}
