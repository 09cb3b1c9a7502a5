import type { GalleryItem } from '@app/contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNamedDay } from '../../../shared/format/use-named-day';
import { useFormatDate } from '../../../shared/format/use-format-date';

/** A long list asks for its days again with each page. */
function rememberDays(dayOf: (item: GalleryItem) => string): typeof dayOf {
  const days = new WeakMap<GalleryItem, string>();
  return (item) => {
    const day = days.get(item) ?? dayOf(item);
    days.set(item, day);
    return day;
  };
}

/** The day of an image by the reader's clock, to compare it with another. */
export function useDayOf(): (item: GalleryItem) => string {
  const formatDate = useFormatDate();
  return useMemo(() => rememberDays(({ created_at: date }) => formatDate(date)), [formatDate]);
}

interface DayHeadingProps {
  item: GalleryItem;
  /** Whether the row above ends as it is because of it. */
  endsRow: boolean;
  row: number;
}

/** A line of its own in the list. */
export function DayHeading({ item, endsRow, row }: DayHeadingProps) {
  const { t } = useTranslation('gallery');
  const { isToday, name } = useNamedDay()(item.created_at);
  return (
    <>
      {endsRow ? <li aria-hidden="true" className="grow-999" /> : null}
      <li data-row={row} className="flex basis-full items-baseline gap-2 pt-2 first:pt-0">
        <h2 className="text-base">{isToday ? t('today') : name}</h2>
        {isToday ? <span className="text-sm text-ink-3">{name}</span> : null}
      </li>
    </>
  );
}
