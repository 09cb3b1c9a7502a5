import type { Generation, GenerationImage } from '@app/contracts';
import type { RefObject } from 'react';
import { replaceSettings } from './replace-settings';
import { settingsOf, type GenerateSettings } from './settings';
import type { SettingsHandle } from './use-settings';

/** Fills the form with what a generation was made from; for other words its seed is left behind. */
export function useFillForm(handle: SettingsHandle, form: RefObject<HTMLFormElement | null>) {
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
