import type { Model, Size, Style } from '@app/contracts';
import { activeLocale, i18nFor, loadNamespaces } from '../../shared/i18n/i18n';
import { readPromptDraft, writePromptDraft } from '../../shared/storage/prompt-draft';
import type { TabKey } from '../../shared/storage/stored-values';
import { readTab, writeTab } from '../../shared/storage/tab-storage';
import { showUndo } from '../../shared/toasts';

const KEY: TabKey = 'generate_draft';
const TEXTS = ['prompt', 'negativePrompt'] as const;

/** Some settings of the generate page, kept for the tab; model, style and size stand in its address, too. */
export interface DraftPart {
  prompt?: string;
  negativePrompt?: unknown;
  parentId?: unknown;
  model?: Model;
  style?: Style;
  size?: Size;
}

type StoredDraft = DraftPart & { prompt: string };

/** As it was stored, whatever may have happened to it since. */
export const readGenerateDraft = (): StoredDraft => ({
  ...(readTab(KEY) as object | null),
  prompt: readPromptDraft(),
});

/** The prompt has a place of its own: the home page writes there too. */
export function writeGenerateDraft({ prompt, ...rest }: StoredDraft): void {
  writePromptDraft(prompt);
  writeTab(KEY, rest);
}

const forms = new Set<() => void>();

/** For a form: is told when something was brought back into the draft. Returns the end of that. */
export function onDraftRestored(follow: () => void): () => void {
  forms.add(follow);
  return () => void forms.delete(follow);
}

function restore(former: DraftPart): void {
  writeGenerateDraft({ ...readGenerateDraft(), ...former });
  forms.forEach((follow) => follow());
}

/** What buttons have put there last: nobody has written it. */
let put: DraftPart = {};

/** Where words that somebody wrote are replaced by others, they can be had back for a while, with what went with them. */
export function offerUndo(before: DraftPart, next: DraftPart): void {
  const keys = Object.keys(next) as (keyof DraftPart)[];
  const former = Object.fromEntries(keys.map((key) => [key, before[key]])) as DraftPart;
  const isLost = TEXTS.some((key) => {
    const text = former[key];
    return typeof text === 'string' && text.trim() !== '' && text !== next[key] && text !== put[key];
  });
  put = { ...put, ...next };
  if (!isLost) return;
  const locale = activeLocale();
  const offer = () => {
    const { t } = i18nFor(locale);
    showUndo('replaced-prompt', t('prompt.replaced', { ns: 'generate' }), {
      label: t('prompt.undo', { ns: 'generate' }),
      run: () => restore(former),
    });
  };
  // Without its texts there is nothing to say.
  void loadNamespaces(locale, ['generate']).then(offer, () => undefined);
}
