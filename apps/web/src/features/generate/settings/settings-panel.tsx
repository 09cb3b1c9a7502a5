import { NEGATIVE_PROMPT_MAX, PROMPT_MAX, codePointLength } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { TextArea } from '../../../shared/ui/forms/text-area';
import { useModels } from '../engine/use-models';
import { SettingFields } from './setting-fields';
import { useRecall } from './history/use-recall';
import { ModelPicker } from './model-picker';
import { ParentNote } from './parent-note';
import { PromptField } from './prompt-field';
import type { SettingsHandle } from './use-settings';

interface SettingsPanelProps extends SettingsHandle {
  maxCount: number | undefined;
}

const overBy = (text: string, max: number): number => Math.max(codePointLength(text) - max, 0);

export function SettingsPanel({ settings, change, maxCount }: SettingsPanelProps) {
  const { t } = useTranslation(['generate', 'options']);
  const ignored = useModels().ignoresNegativePrompt(settings.model);
  const promptOver = overBy(settings.prompt, PROMPT_MAX);
  // What is not sent cannot be too long.
  const negativeOver = ignored ? 0 : overBy(settings.negativePrompt, NEGATIVE_PROMPT_MAX);
  return (
    // What has the focus must not lie under the bar that sticks to the lower edge.
    <div className="grid gap-6 **:scroll-mb-48">
      {settings.parentId === null ? null : <ParentNote onForget={() => change({ parentId: null })} />}
      <PromptField
        value={settings.prompt}
        error={promptOver > 0 ? t('generate:reasons.PROMPT_TOO_LONG', { over: promptOver }) : null}
        onChange={(prompt) => change({ prompt })}
        onRecall={useRecall({ settings, change })}
      />
      <TextArea
        label={
          <>
            {t('generate:negative.label')}{' '}
            <span className="font-normal text-ink-3">({t('generate:negative.optional')})</span>
          </>
        }
        placeholder={t('generate:negative.placeholder')}
        name="negative_prompt"
        rows={2}
        {...(ignored ? {} : { limit: NEGATIVE_PROMPT_MAX })}
        hint={ignored ? t('generate:negative.ignored', { model: t(`options:models.${settings.model}`) }) : undefined}
        value={settings.negativePrompt}
        error={negativeOver > 0 ? t('generate:reasons.NEGATIVE_PROMPT_TOO_LONG', { over: negativeOver }) : null}
        onChange={(event) => change({ negativePrompt: event.target.value })}
      />
      <ModelPicker value={settings.model} quality={settings.quality} onChange={(model) => change({ model })} />
      <SettingFields settings={settings} maxCount={maxCount} onChange={change} />
    </div>
  );
}
