import { Search } from 'lucide-react';
import { useEffect, useId, useRef, type ComponentProps, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { PromptHistoryEntry } from '../../../../api/endpoints/generations';
import { cx } from '../../../../shared/cx';
import { isOfInputMethod } from '../../../../shared/interaction/input-method';
import { useFocusFallback } from '../../../../shared/interaction/use-focus-fallback';
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

function cancelOnEscape(event: KeyboardEvent, onCancel: () => void): void {
  if (event.key !== 'Escape' || isOfInputMethod(event.nativeEvent)) return;
  event.preventDefault();
  event.stopPropagation();
  onCancel();
}

export function PromptHistory({ onChoose, onCancel }: PromptHistoryProps) {
  const { t } = useTranslation('generate');
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const { query, wiring } = useSearchText();
  const entries = usePromptEntries(query);
  const found = entries.found ?? [];
  const choose = (index: number) => {
    const entry = found[index];
    if (entry) onChoose(entry);
  };
  const keys = useListKeys({ query, count: found.length, more: entries.more, onChoose: choose, onCancel });
  const more = () => {
    // The first of those that come.
    keys.setActive(found.length);
    entries.more?.();
  };
  const idOf = (index: number) => `${list}-${index}`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys pressed on its buttons
    <div
      onKeyDown={(event) => cancelOnEscape(event, onCancel)}
      className="absolute -inset-x-3 top-full z-20 mt-1 grid min-h-48 content-start animate-rise gap-1 rounded-control border border-line bg-raised p-2 shadow-sheet"
    >
      <SearchInput
        {...wiring}
        field={field}
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
      {entries.more && found.length > 0 ? <MoreButton busy={entries.busy} field={field} onMore={more} /> : null}
    </div>
  );
}

interface MoreButtonProps {
  busy: boolean;
  /** Gets the focus when there is no more. */
  field: RefObject<HTMLInputElement | null>;
  onMore: () => void;
}

function MoreButton({ busy, field, onMore }: MoreButtonProps) {
  const { t } = useTranslation('generate');
  const button = useRef<HTMLButtonElement>(null);
  useFocusFallback(button, field);
  return (
    <Button ref={button} variant="ghost" busy={busy} onClick={onMore}>
      {t('history.more')}
    </Button>
  );
}

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'role'> {
  field: RefObject<HTMLInputElement | null>;
  label: string;
  /** Of the list below it, while there is one. */
  listId: string | undefined;
}

function SearchInput({ field, label, listId, ...input }: SearchInputProps) {
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    // What is below it is part of what was opened.
    field.current?.parentElement?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, [field]);
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
