import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { useUser } from '../../api/auth/use-session';
import { readPromptDraft, writePromptDraft } from '../../shared/storage/prompt-draft';

/** The first view does without it. */
const loadDraft = () => import('../../entities/generation/generate-draft');

interface PromptHandle {
  prompt: string;
  /** Keeps each change for the tab, whichever way the page is left. */
  change: (prompt: string) => void;
  /** Puts another prompt there; what a person wrote can be had back for a while. */
  replace: (prompt: string) => void;
}

export function usePrompt(field: RefObject<HTMLTextAreaElement | null>): PromptHandle {
  const [prompt, setPrompt] = useState('');
  const userId = useUser()?.id ?? null;
  const [writer, setWriter] = useState(userId);
  if (writer !== userId) {
    setWriter(userId);
    // Signed out on this page, which stays: the next person must not read what was written.
    if (userId === null) setPrompt('');
  }
  const change = (next: string) => {
    setPrompt(next);
    writePromptDraft(next);
  };
  // Not as the first state: the prerendered page knows no draft. What was typed before the page worked stands in the field.
  useLayoutEffect(() => {
    const typed = field.current?.value;
    if (typed) writePromptDraft(typed);
    setPrompt(typed || readPromptDraft());
  }, [field]);
  const [isReplaced, setReplaced] = useState(false);
  useEffect(() => (isReplaced ? followUndo(() => setPrompt(readPromptDraft())) : undefined), [isReplaced]);
  const replace = (next: string) => {
    const before = { prompt: field.current?.value ?? prompt };
    change(next);
    setReplaced(true);
    void loadDraft().then(
      ({ offerUndo }) => offerUndo(before, { prompt: next }),
      () => undefined,
    );
  };
  return { prompt, change, replace };
}

function followUndo(restored: () => void): () => void {
  let end: (() => void) | null = () => undefined;
  void loadDraft().then(
    ({ onDraftRestored }) => {
      if (end) end = onDraftRestored(restored);
    },
    () => undefined,
  );
  return () => {
    end?.();
    end = null;
  };
}
