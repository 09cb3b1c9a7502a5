import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '../../cx';
import { Button } from '../actions/button';

export interface RadioTile<V extends string> {
  value: V;
  /** What a screen reader says; also shown unless `children` draws the tile. */
  label: string;
  disabled?: boolean;
  children?: ReactNode;
}

interface RadioTilesProps<V extends string> {
  label: string;
  value: V;
  tiles: readonly RadioTile<V>[];
  onChange: (value: V) => void;
  /** Grid columns and gaps. */
  className?: string;
  /** Padding and alignment of a tile, where the usual ones do not suit. */
  tileClassName?: string;
}

/** How far a key moves the choice. */
const STEPS: Record<string, 1 | -1> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** One choice out of a few, drawn as tiles; the arrow keys move through them. */
export function RadioTiles<V extends string>({
  label,
  value,
  tiles,
  onChange,
  className,
  tileClassName,
}: RadioTilesProps<V>) {
  const group = useRef<HTMLDivElement>(null);
  const enabled = tiles.filter((tile) => !tile.disabled);
  const tabStop = enabled.find((tile) => tile.value === value) ?? enabled[0];
  const choose = (next: V) => {
    if (next !== value) onChange(next);
  };
  const move = (event: KeyboardEvent, from: V) => {
    const step = STEPS[event.key];
    const at = enabled.findIndex((tile) => tile.value === from);
    const next = step === undefined ? undefined : enabled.at((at + step) % enabled.length);
    if (!next) return;
    event.preventDefault();
    group.current?.querySelectorAll<HTMLElement>('[role="radio"]')[tiles.indexOf(next)]?.focus();
    choose(next.value);
  };
  return (
    <div ref={group} role="radiogroup" aria-label={label} className={cx('grid gap-2', className)}>
      {tiles.map((tile) => (
        <Button
          key={tile.value}
          variant="plain"
          role="radio"
          aria-checked={tile.value === value}
          data-state={tile.value === value ? 'checked' : 'unchecked'}
          tabIndex={tile === tabStop ? 0 : -1}
          disabled={tile.disabled ?? false}
          aria-label={tile.label}
          onClick={() => choose(tile.value)}
          onKeyDown={(event) => move(event, tile.value)}
          className={cx(
            'min-h-11 min-w-0 rounded-control border border-field bg-surface text-sm font-medium',
            'transition-colors duration-120 ease-print enabled:hover:border-ink-2 enabled:hover:bg-hover',
            'data-[state=checked]:border-amber-text data-[state=checked]:bg-amber-tint',
            'data-[state=checked]:text-on-amber-tint disabled:opacity-55',
            'data-[state=checked]:shadow-[inset_0_0_0_1px_var(--amber-text)]',
            tileClassName ?? 'px-3 py-2 text-start',
          )}
        >
          {tile.children ?? tile.label}
        </Button>
      ))}
    </div>
  );
}
