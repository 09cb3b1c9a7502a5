import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readTab, writeTab } from '../../../shared/tab-storage';
import {
  draftFrom,
  searchWith,
  sharedFromSearch,
  type DraftSettings,
  type GenerateSettings,
  type SharedSettings,
} from './settings';

const DRAFT_KEY = 'generate_draft';

export interface SettingsHandle {
  settings: GenerateSettings;
  change: (part: Partial<GenerateSettings>) => void;
}

/** The settings of the panel: model, style and size in the address, the rest in the tab's draft. */
export function useSettings(): SettingsHandle {
  const [search, setSearch] = useSearchParams();
  const handedOver = search.get('prompt');
  const [draft, setDraft] = useState<DraftSettings>(() => {
    const stored = draftFrom(readTab(DRAFT_KEY));
    return handedOver === null ? stored : { ...stored, prompt: handedOver };
  });

  useEffect(() => writeTab(DRAFT_KEY, draft), [draft]);
  useEffect(() => {
    // The prompt is in the draft now; in the address it would end up in histories and logs.
    if (handedOver !== null) setSearch((current) => searchWith(current, {}), { replace: true });
  }, [handedOver, setSearch]);

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
