import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readPromptDraft, writePromptDraft } from '../../../shared/prompt-draft';
import { GENERATE_DRAFT_KEY } from '../../../entities/generation/prefill-generate-form';
import { readTab, writeTab } from '../../../shared/tab-storage';
import {
  draftFrom,
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

  useEffect(() => {
    const { prompt, ...rest } = draft;
    writePromptDraft(prompt);
    writeTab(GENERATE_DRAFT_KEY, rest);
  }, [draft]);

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

  const settings = useMemo(() => ({ ...draft, ...sharedFromSearch(search) }), [draft, search]);
  return { settings, change };
}
