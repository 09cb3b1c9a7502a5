import type { PromptHistoryEntry } from '../../../../api/endpoints/generations';
import { replaceSettings } from '../replace-settings';
import type { SettingsHandle } from '../use-settings';

/** Puts an earlier prompt into the form, with what it left out. */
export const recall = (handle: SettingsHandle, { prompt, negative_prompt }: PromptHistoryEntry): void =>
  replaceSettings(handle, { prompt, ...(negative_prompt !== null && { negativePrompt: negative_prompt }) });
