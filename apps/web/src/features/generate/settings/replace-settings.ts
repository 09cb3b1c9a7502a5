import { offerUndo } from '../../../entities/generation/generate-draft';
import type { GenerateSettings } from './settings';
import type { SettingsHandle } from './use-settings';

/** Puts other words into the form; what stood there can be had back for a while. */
export function replaceSettings({ settings, change }: SettingsHandle, next: Partial<GenerateSettings>): void {
  change(next);
  offerUndo(settings, next);
}
