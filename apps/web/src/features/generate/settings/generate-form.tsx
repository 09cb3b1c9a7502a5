import type { Quota } from '@app/contracts';
import type { KeyboardEvent, RefObject, SyntheticEvent } from 'react';
import { ExampleWorks } from '../../../entities/sample/example-works';
import { useLocale } from '../../../shared/i18n/locale-context';
import { isOfInputMethod } from '../../../shared/interaction/input-method';
import { EngineLine } from '../engine/engine-line';
import { RunningList } from '../generations/running-list';
import type { RecentGenerations } from '../generations/use-recent-generations';
import { SubmitBar } from '../submit/submit-bar';
import type { SubmitHandle } from '../submit/use-submit';
import { ParentNote } from './parent-note';
import { PromptField } from './prompt-field';
import { replaceSettings } from './replace-settings';
import { SettingsChips } from './settings-chips';
import type { SettingsHandle } from './use-settings';

const isSubmitKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat && !isOfInputMethod(event.nativeEvent);

interface GenerateFormProps extends SettingsHandle {
  form: RefObject<HTMLFormElement | null>;
  quota: Quota | undefined;
  submission: SubmitHandle;
  recent: RecentGenerations;
  toPrompt: () => void;
  onShow: () => void;
}

export function GenerateForm({
  form,
  settings,
  change,
  quota,
  submission,
  recent,
  toPrompt,
  onShow,
}: GenerateFormProps) {
  const locale = useLocale();
  const onForm = useFormHandlers(submission);
  return (
    <form
      ref={form}
      {...onForm}
      // What has the focus must not lie under the bar that sticks to the lower edge.
      className="grid grid-cols-1 gap-4 max-lg:flex max-lg:min-h-[calc(100dvh-4.75rem)] max-lg:flex-col **:focus:scroll-mb-48 lg:**:focus:scroll-mb-6"
    >
      {settings.parentId === null ? null : (
        <ParentNote parentId={settings.parentId} onForget={() => change({ parentId: null })} />
      )}
      <PromptField settings={settings} change={change} />
      <SettingsChips
        settings={settings}
        change={change}
        maxCount={quota?.imagesPerGeneration}
        submission={submission}
      />
      <EngineLine model={settings.model} />
      <SubmitBar
        settings={settings}
        quota={quota}
        submission={submission}
        onModel={(model) => change({ model })}
        onEdit={recent.selected === null ? null : toPrompt}
      />
      <RunningList
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

/** Both ways to ask: the button, and the shortcut from anywhere in the form. */
function useFormHandlers(submission: SubmitHandle) {
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    void submission.submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSubmitKey(event)) return;
    event.preventDefault();
    void submission.submit();
  };
  return { onSubmit, onKeyDown };
}
