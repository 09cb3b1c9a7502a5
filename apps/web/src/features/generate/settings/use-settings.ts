import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readPromptDraft, writePromptDraft } from '../../../shared/prompt-draft';
import { GENERATE_DRAFT_KEY } from '../../../entities/generation/prefill-generate-form';
import { readTab, writeTab } from '../../../shared/tab-storage';
import {
  draftFrom,
  fittingQuality,
  searchWith,
  sharedFromSearch,
  type DraftSettings,
  type GenerateSettings,
  type SharedSettings,
} from './settings';

export interface SettingsHandle {
  settings: GenerateSettings;
  change: (part: Partial<GenerateSettings>) => void;
}

/** The settings of the panel: model, style and size in the address, the rest in the tab's draft. */
export function useSettings(): SettingsHandle {
  const [search, setSearch] = useSearchParams();
  // The prompt has a place of its own: the home page writes there too.
  const [draft, setDraft] = useState<DraftSettings>(() => ({
    ...draftFrom(readTab(GENERATE_DRAFT_KEY)),
    prompt: readPromptDraft(),
  }));

  const settings = useMemo(() => {
    const all = { ...draft, ...sharedFromSearch(search) };
    return { ...all, quality: fittingQuality(all) };
  }, [draft, search]);

  useEffect(() => {
    const { prompt, model: _model, style: _style, size: _size, ...rest } = settings;
    writePromptDraft(prompt);
    writeTab(GENERATE_DRAFT_KEY, rest);
  }, [settings]);

  const change = useCallback(
    ({ model, style, size, ...rest }: Partial<GenerateSettings>) => {
      if (Object.keys(rest).length > 0) setDraft((current) => ({ ...current, ...rest }));
      const shared: Partial<SharedSettings> = {
        ...(model && { model }),
        ...(style && { style }),
        ...(size && { size }),
      };
      if (Object.keys(shared).length > 0) setSearch((current) => searchWith(current, shared), { replace: true });
    },
    [setSearch],
  );

  return { settings, change };
}
