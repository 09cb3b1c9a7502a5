import { useTranslation } from 'react-i18next';
import { showUndo } from '../../../shared/toasts';
import { readDraft, updateDraft, type Source } from '../draft';

/** What a file or a button has put there last: nobody has written it. */
const put: Partial<Record<Source, string>> = {};

const setText = (source: Source, text: string): void =>
  updateDraft((draft) => ({ ...draft, source, texts: { ...draft.texts, [source]: text } }));

/** Puts a text in the place of what was written there, which can be had back for a while. */
export function useReplaceText(): (source: Source, text: string) => void {
  const { t } = useTranslation('batch');
  return (source, text) => {
    const former = readDraft().texts[source];
    const isLost = former.trim() !== '' && former !== text && former !== put[source];
    setText(source, text);
    put[source] = text;
    if (!isLost) return;
    showUndo(`batch-${source}`, t('input.replaced'), { label: t('undo'), run: () => setText(source, former) });
  };
}
