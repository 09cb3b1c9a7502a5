import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from '../../cx';

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

/** One choice out of a few, drawn as tiles; the arrow keys move through them. */
export function RadioTiles<V extends string>({
  label,
  value,
  tiles,
  onChange,
  className,
  tileClassName,
}: RadioTilesProps<V>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const chosen = tiles.find((tile) => tile.value === next);
        if (chosen) onChange(chosen.value);
      }}
      className={cx('grid gap-2', className)}
    >
      {tiles.map((tile) => (
        <RadioGroup.Item
          key={tile.value}
          value={tile.value}
          disabled={tile.disabled ?? false}
          aria-label={tile.children ? tile.label : undefined}
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
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
