import { X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusFallback } from '../../../shared/interaction/use-focus-fallback';
import { cx } from '../../../shared/cx';
import { Button } from '../../../shared/ui/actions/button';
import type { FocusFallback } from '../../../shared/ui/overlays/dialog-props';
import type { GalleryView, useGalleryView } from './use-gallery-view';

interface SetFilter {
  key: 'q' | 'group' | 'style' | 'fav';
  name: string;
}

/** What the gallery is narrowed by, in the words of the page. */
export function useSetFilters({ q, group, style, favorites }: GalleryView): SetFilter[] {
  const { t } = useTranslation(['gallery', 'options']);
  return [
    ...(q === '' ? [] : [{ key: 'q' as const, name: t('filters.text', { text: q }) }]),
    ...(group ? [{ key: 'group' as const, name: t(`options:groups.${group}`) }] : []),
    ...(style ? [{ key: 'style' as const, name: t(`options:styles.${style}`) }] : []),
    ...(favorites ? [{ key: 'fav' as const, name: t('filters.favorites') }] : []),
  ];
}

interface ActiveFiltersProps extends Pick<ReturnType<typeof useGalleryView>, 'view' | 'narrow' | 'clear'> {
  /** Gets the focus when the filters go. */
  heading: FocusFallback;
  isCentered?: boolean;
}

/** Each filter that is set, to be taken away by a press; also while the panel that sets them is folded up. */
export function ActiveFilters({ view, ...props }: ActiveFiltersProps) {
  const set = useSetFilters(view);
  return set.length > 0 ? <Chips set={set} {...props} /> : null;
}

function Chips({
  set,
  narrow,
  clear,
  heading,
  isCentered = false,
}: Omit<ActiveFiltersProps, 'view'> & { set: SetFilter[] }) {
  const { t } = useTranslation('gallery');
  const list = useRef<HTMLUListElement>(null);
  useFocusFallback(list, heading);
  const drop = ({ key }: SetFilter, at: number) => {
    // The button goes; the focus moves on to the next one.
    list.current?.querySelectorAll('button')[at + 1]?.focus();
    narrow({ [key]: undefined });
  };
  return (
    <ul
      ref={list}
      aria-label={t('filters.set')}
      className={cx('flex flex-wrap items-center gap-2', isCentered && 'justify-center')}
    >
      {set.map((filter, at) => (
        <li key={filter.key} className="min-w-0 max-w-full">
          <Button
            variant="plain"
            aria-label={t('filters.drop', { name: filter.name })}
            onClick={() => drop(filter, at)}
            className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-control bg-amber-tint px-3 text-sm font-semibold text-on-amber-tint"
          >
            <span className="truncate">{filter.name}</span>
            <X aria-hidden="true" className="size-4 shrink-0" />
          </Button>
        </li>
      ))}
      <li>
        <Button variant="ghost" onClick={clear} className="px-2">
          {t('filters.clear')}
        </Button>
      </li>
    </ul>
  );
}
