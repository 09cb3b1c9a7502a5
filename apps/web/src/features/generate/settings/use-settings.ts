import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { onDraftRestored, readGenerateDraft, writeGenerateDraft } from '../../../entities/generation/generate-draft';
import {
  draftFrom,
  fittingQuality,
  hasShared,
  searchWith,
  sharedFromDraft,
  sharedFromSearch,
  type GenerateSettings,
} from './settings';

export interface SettingsHandle {
  settings: GenerateSettings;
  change: (part: Partial<GenerateSettings>) => void;
}

function storedSettings(): GenerateSettings {
  const stored = readGenerateDraft();
  return { ...draftFrom(stored), ...sharedFromDraft(stored) };
}

/** The settings of the panel: all are kept for the tab; model, style and size stand in the address, too. */
export function useSettings(): SettingsHandle {
  const [search, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState(storedSettings);
  const [followed, setFollowed] = useState<URLSearchParams | null>(null);
  if (followed !== search) {
    setFollowed(search);
    if (hasShared(search)) setChosen({ ...chosen, ...sharedFromSearch(search) });
  }

  const settings = useMemo(() => ({ ...chosen, quality: fittingQuality(chosen) }), [chosen]);
  useEffect(() => writeGenerateDraft(settings), [settings]);

  const { model, style, size } = settings;
  useEffect(() => {
    const named = sharedFromSearch(search);
    if (named.model === model && named.style === style && named.size === size) return;
    setSearch((current) => searchWith(current, { model, style, size }), { replace: true, preventScrollReset: true });
  }, [search, setSearch, model, style, size]);

  useEffect(() => onDraftRestored(() => setChosen(storedSettings())), []);

  const change = useCallback(
    (part: Partial<GenerateSettings>) => setChosen((current) => ({ ...current, ...part })),
    [],
  );
  return { settings, change };
}
