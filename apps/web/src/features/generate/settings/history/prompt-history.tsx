import { Search } from 'lucide-react';
import { useEffect, useId, useRef, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { PromptHistoryEntry } from '../../../../api/endpoints/generations';
import { cx } from '../../../../shared/cx';
import { useSearchText } from '../../../../shared/interaction/use-search-text';
import { Button } from '../../../../shared/ui/actions/button';
import { FIELD_STYLE } from '../../../../shared/ui/forms/field';
import { HistoryAnswer } from './history-answer';
import { useListKeys } from './use-list-keys';
import { usePromptEntries, promptEntryKey } from './use-prompt-entries';
import { PromptHistoryOption } from './prompt-history-option';

interface PromptHistoryProps {
  onChoose: (entry: PromptHistoryEntry) => void;
  /** Nothing was chosen; the focus belongs where it came from. */
  onCancel: () => void;
}

export function PromptHistory({ onChoose, onCancel }: PromptHistoryProps) {
  const { t } = useTranslation('generate');
  const list = useId();
  const { query, wiring } = useSearchText();
  const entries = usePromptEntries(query);
  const found = entries.found ?? [];
  const choose = (index: number) => {
    const entry = found[index];
    if (entry) onChoose(entry);
  };
  const keys = useListKeys({ query, count: found.length, more: entries.more, onChoose: choose, onCancel });
  const idOf = (index: number) => `${list}-${index}`;
  return (
    <div className="absolute -inset-x-3 top-full z-20 mt-1 grid min-h-48 content-start animate-rise gap-1 rounded-control border border-line bg-raised p-2 shadow-sheet">
      <SearchInput
        {...wiring}
        label={t('history.search')}
        listId={found.length > 0 ? list : undefined}
        onKeyDown={keys.onKeyDown}
        aria-activedescendant={found.length > 0 ? idOf(keys.active) : undefined}
      />
      <HistoryAnswer entries={entries} query={query}>
        <div
          id={list}
          role="listbox"
          aria-label={t('history.label')}
          className="grid max-h-80 overflow-y-auto overscroll-contain"
        >
          {found.map((entry, index) => (
            <PromptHistoryOption
              key={promptEntryKey(entry)}
              id={idOf(index)}
              entry={entry}
              active={index === keys.active}
              onPoint={() => keys.setActive(index)}
              onChoose={() => choose(index)}
            />
          ))}
        </div>
      </HistoryAnswer>
      {entries.more && found.length > 0 ? (
        <Button variant="ghost" busy={entries.busy} onClick={entries.more}>
          {t('history.more')}
        </Button>
      ) : null}
    </div>
  );
}

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'role'> {
  label: string;
  /** Of the list below it, while there is one. */
  listId: string | undefined;
}

function SearchInput({ label, listId, ...input }: SearchInputProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    // What is below it is part of what was opened.
    field.current?.parentElement?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className="relative">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-ink-3"
      />
      <input
        {...input}
        ref={field}
        type="text"
        role="combobox"
        aria-expanded={listId !== undefined}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        className={cx(FIELD_STYLE, 'min-h-10 ps-9')}
      />
    </div>
  );
}
