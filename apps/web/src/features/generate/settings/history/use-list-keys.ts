import { useState, type KeyboardEvent } from 'react';
import { isOfInputMethod } from '../../../../shared/interaction/input-method';

interface ListKeys {
  query: string;
  count: number;
  /** Asks for more at the end of the list; null when that is all. */
  more: (() => void) | null;
  onChoose: (index: number) => void;
  onCancel: () => void;
}

/** What keys do in a field above a list. `active`: the one that Enter takes, the first of each answer at first. */
export function useListKeys({ query, count, more, onChoose, onCancel }: ListKeys) {
  const [{ at, of }, setAt] = useState({ at: 0, of: query });
  const active = of === query ? Math.min(at, Math.max(count - 1, 0)) : 0;
  const setActive = (index: number) => setAt({ at: index, of: query });
  const move = (step: 1 | -1) => {
    if (count === 0) return;
    const next = active + step;
    if (next === count && more) more();
    else setActive((next + count) % count);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event.nativeEvent)) return;
    const keys: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Escape: onCancel,
      Enter: () => {
        if (active < count) onChoose(active);
      },
    };
    const run = keys[event.key];
    if (!run) return;
    // Nor does Enter send the form, or Ctrl+Enter ask for an image.
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  return { active, setActive, onKeyDown };
}
