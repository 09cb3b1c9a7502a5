import { useState, type ChangeEvent, type CompositionEvent } from 'react';

/**
 * What stands in a search field, and what is searched for: letters from which an input method is still making a character
 * are not.
 */
export function useSearchText() {
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  const onChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    setText(target.value);
    if (!(nativeEvent as InputEvent).isComposing) setQuery(target.value);
  };
  const onCompositionEnd = ({ currentTarget }: CompositionEvent<HTMLInputElement>) => setQuery(currentTarget.value);
  return { query, wiring: { value: text, onChange, onCompositionEnd } };
}
