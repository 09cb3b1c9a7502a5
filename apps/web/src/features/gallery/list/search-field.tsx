import { SEARCH_MAX } from '@app/contracts';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../shared/cx';
import { FIELD_STYLE } from '../../../shared/ui/forms/field';
import { IconButton } from '../../../shared/ui/actions/icon-button';
import { isOfInputMethod } from '../../../shared/interaction/input-method';

/** A pause in typing that is taken for the end of a word. */
const PAUSE_MS = 300;

interface TypedSearch {
  /** What is searched for. */
  value: string;
  onSearch: (text: string) => void;
}

interface SearchFieldProps extends TypedSearch {
  id: string;
  onFocus: () => void;
  className: string;
}

/** Wherever it is on the page; it may be hidden until then. */
export const focusSearch = (): void => document.querySelector<HTMLElement>('[data-search]')?.focus();

/** What stands in the field, which is searched for after a pause; half-written syllables of an input method are not. */
function useTypedSearch({ value, onSearch }: TypedSearch) {
  const [typed, setTyped] = useState(value);
  const [composing, setComposing] = useState(false);
  const [known, setKnown] = useState(value);
  /** Searches that are not in the address yet, oldest first. */
  const [asked, setAsked] = useState<readonly string[]>([]);
  if (known !== value) {
    setKnown(value);
    const isAsked = asked.includes(value);
    setAsked(isAsked ? asked.slice(asked.indexOf(value) + 1) : []);
    // The address changed by another way than by typing: Back, or clearing.
    if (!isAsked && typed.trim() !== value) setTyped(value);
  }
  const wanted = typed.trim();
  const search = (text: string) => {
    if (text === (asked.at(-1) ?? value)) return;
    setAsked((before) => [...before, text]);
    onSearch(text);
  };
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  useEffect(() => {
    if (composing || wanted === value) return undefined;
    const timer = setTimeout(() => latest.current(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [composing, wanted, value]);
  const clear = () => {
    setTyped('');
    search('');
  };
  return { typed, setTyped, setComposing, search: () => search(wanted), clear };
}

export function SearchField({ id, value, onSearch, onFocus, className }: SearchFieldProps) {
  const { t } = useTranslation('gallery');
  const input = useRef<HTMLInputElement>(null);
  const { typed, setTyped, setComposing, search, clear } = useTypedSearch({ value, onSearch });
  const empty = () => {
    clear();
    input.current?.focus();
  };
  return (
    <div id={id} className={className}>
      <label htmlFor={`${id}-field`} className="sr-only">
        {t('filters.search')}
      </label>
      <span className="relative block">
        <Search aria-hidden="true" className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2" />
        <input
          ref={input}
          id={`${id}-field`}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          data-search=""
          value={typed}
          maxLength={SEARCH_MAX}
          placeholder={t('filters.search')}
          onFocus={onFocus}
          onChange={(event) => setTyped(event.target.value)}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          onKeyDown={(event) => {
            // They belong to the input method while it is open.
            if (isOfInputMethod(event.nativeEvent)) return;
            if (event.key === 'Enter') search();
            if (event.key === 'Escape' && typed !== '') empty();
          }}
          className={cx(FIELD_STYLE, 'min-h-11 ps-9', typed !== '' && 'pe-11')}
        />
        {typed === '' ? null : (
          <IconButton
            label={t('filters.searchEmpty')}
            icon={<X aria-hidden="true" />}
            className="absolute end-0.5 top-0.5"
            onClick={empty}
          />
        )}
      </span>
    </div>
  );
}
