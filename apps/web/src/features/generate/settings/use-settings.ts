import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  onDraftRestored,
  readGenerateDraft,
  writeGenerateDraft,
  type DraftPart,
} from '../../../entities/generation/generate-draft';
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

const storedDraft = (): DraftSettings => draftFrom(readGenerateDraft());

/** The settings of the panel: model, style and size in the address, the rest in the tab's draft. */
export function useSettings(): SettingsHandle {
  const [search, setSearch] = useSearchParams();
  const [draft, setDraft] = useState(storedDraft);

  const settings = useMemo(() => {
    const all = { ...draft, ...sharedFromSearch(search) };
    return { ...all, quality: fittingQuality(all) };
  }, [draft, search]);

  useEffect(() => {
    const { model: _model, style: _style, size: _size, ...kept } = settings;
    writeGenerateDraft(kept);
  }, [settings]);

  const setShared = useCallback(
    ({ model, style, size }: DraftPart) => {
      const shared: Partial<SharedSettings> = {
        ...(model && { model }),
        ...(style && { style }),
        ...(size && { size }),
      };
      if (Object.keys(shared).length === 0) return;
      setSearch((current) => searchWith(current, shared), { replace: true, preventScrollReset: true });
    },
    [setSearch],
  );

  const change = useCallback(
    (part: Partial<GenerateSettings>) => {
      const { model: _model, style: _style, size: _size, ...rest } = part;
      if (Object.keys(rest).length > 0) setDraft((current) => ({ ...current, ...rest }));
      setShared(part);
    },
    [setShared],
  );

  useEffect(
    () =>
      onDraftRestored((former) => {
        setDraft(storedDraft());
        setShared(former);
      }),
    [setShared],
  );

  return { settings, change };
}
