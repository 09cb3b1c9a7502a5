import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/actions/button';
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

/** Each filter that is set, to be taken away by a press; also while the panel that sets them is folded up. */
export function ActiveFilters({ view, narrow, clear }: Omit<ReturnType<typeof useGalleryView>, 'goTo' | 'follow'>) {
  const { t } = useTranslation('gallery');
  const set = useSetFilters(view);
  if (set.length === 0) return null;
  return (
    <ul aria-label={t('filters.set')} className="flex flex-wrap items-center gap-2">
      {set.map(({ key, name }) => (
        <li key={key} className="min-w-0 max-w-full">
          <Button
            variant="plain"
            aria-label={t('filters.drop', { name })}
            onClick={() => narrow({ [key]: undefined })}
            className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-control bg-amber-tint px-3 text-sm font-semibold text-on-amber-tint"
          >
            <span className="truncate">{name}</span>
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
