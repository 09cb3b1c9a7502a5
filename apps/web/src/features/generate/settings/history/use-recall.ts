import { useTranslation } from 'react-i18next';
import type { PromptHistoryEntry } from '../../../../api/endpoints/generations';
import { showUndo } from '../../../../shared/toasts';
import type { SettingsHandle } from '../use-settings';

/** Whether something is written over by other words; null: nothing is. */
const isLost = (former: string, next: string | null): boolean =>
  next !== null && former.trim() !== '' && former !== next;

/** Puts an earlier description into the form, with what it left out; what stood there can be had back for a while. */
export function useRecall({ settings, change }: SettingsHandle): (entry: PromptHistoryEntry) => void {
  const { t } = useTranslation('generate');
  return ({ prompt, negative_prompt }) => {
    const { prompt: former, negativePrompt } = settings;
    change({ prompt, ...(negative_prompt !== null && { negativePrompt: negative_prompt }) });
    if (!isLost(former, prompt) && !isLost(negativePrompt, negative_prompt)) return;
    showUndo('recalled-prompt', t('history.replaced'), {
      label: t('history.undo'),
      run: () => change({ prompt: former, negativePrompt }),
    });
  };
}
