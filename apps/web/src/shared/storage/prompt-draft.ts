import type { TabKey } from './stored-values';

/**
 * The prompt that a person has begun, kept for this tab: it survives signing in and a reload, and never stands in an
 * address.
 */
const KEY: TabKey = 'prompt_draft';

export function readPromptDraft(): string {
  try {
    return window.sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function writePromptDraft(prompt: string): void {
  try {
    if (prompt === '') window.sessionStorage.removeItem(KEY);
    else window.sessionStorage.setItem(KEY, prompt);
  } catch {
    // Withheld storage: the draft lives as long as the page.
  }
}
