import type { GalleryItem } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { useFormatDate } from '../../../shared/hooks/use-format-date';

const dayOf = ({ created_at }: GalleryItem): string => new Date(created_at).toDateString();

export const isSameDay = (item: GalleryItem, before: GalleryItem | undefined): boolean =>
  before !== undefined && dayOf(item) === dayOf(before);

/** A line of its own in the list, by the reader's clock; before it the last row of the day above ends as it is. */
export function DayHeading({ item, isFirst }: { item: GalleryItem; isFirst: boolean }) {
  const { t } = useTranslation('gallery');
  const formatDate = useFormatDate();
  const isToday = dayOf(item) === new Date().toDateString();
  const day = formatDate(item.created_at, { weekday: 'long', month: 'long', day: 'numeric' });
  return (
    <>
      {isFirst ? null : <li role="presentation" className="grow-999" />}
      <li role="presentation" className="flex basis-full items-baseline gap-2 pt-2 first:pt-0">
        <h2 className="text-base">{isToday ? t('today') : day}</h2>
        {isToday ? <span className="text-sm text-ink-3">{day}</span> : null}
      </li>
    </>
  );
}
