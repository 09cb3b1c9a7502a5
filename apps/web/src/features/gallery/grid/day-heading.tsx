import type { GalleryItem } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatDate } from '../../../shared/hooks/use-format-date';

/** The day of an image by the reader's clock, to compare it with another. */
export function useDayOf(): (item: GalleryItem | undefined) => string | null {
  const formatDate = useFormatDate();
  return (item) => (item ? formatDate(item.created_at) : null);
}

/** A line of its own in the list; before it the last row of the day above ends as it is. */
export function DayHeading({ item, isFirst }: { item: GalleryItem; isFirst: boolean }) {
  const { t } = useTranslation('gallery');
  const formatDate = useFormatDate();
  const [now] = useState(() => new Date());
  const isToday = formatDate(item.created_at) === formatDate(now);
  const day = formatDate(item.created_at, { weekday: 'long', month: 'long', day: 'numeric' });
  return (
    <>
      {isFirst ? null : <li aria-hidden="true" className="grow-999" />}
      <li className="flex basis-full items-baseline gap-2 pt-2 first:pt-0">
        <h2 className="text-base">{isToday ? t('today') : day}</h2>
        {isToday ? <span className="text-sm text-ink-3">{day}</span> : null}
      </li>
    </>
  );
}
