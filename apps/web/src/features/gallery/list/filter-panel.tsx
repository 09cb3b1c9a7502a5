import { STYLE_GROUP_IDS } from '@app/contracts';
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../shared/cx';
import { Button } from '../../../shared/ui/actions/button';
import { Select } from '../../../shared/ui/forms/select';
import { Switch } from '../../../shared/ui/forms/switch';
import { useSetFilters } from './active-filters';
import { SearchField } from './search-field';
import { ORDER_IDS, stylesOf, type useGalleryView } from './use-gallery-view';

/** What stands in a tool says what it is for; its label is for screen readers. The longest choice does not set its width. */
const TOOL = '[&>div]:sr-only lg:max-w-40';

type FilterPanelProps = Pick<ReturnType<typeof useGalleryView>, 'view' | 'narrow'>;

export function FilterPanel({ view, narrow }: FilterPanelProps) {
  const { t } = useTranslation('gallery');
  const region = useId();
  const [open, setOpen] = useState(false);
  // The search is in sight anyway.
  const set = useSetFilters(view).filter(({ key }) => key !== 'q').length;
  return (
    <section aria-label={t('filters.label')} className="grid grid-cols-1 gap-3">
      <div className="grid grid-cols-[1fr_auto] items-center gap-2 lg:grid-cols-[minmax(11rem,1fr)_auto]">
        <SearchField
          value={view.q}
          // Each letter would otherwise be a step of its own on the way back.
          onSearch={(q) => narrow({ q }, view.q !== '' && q !== '')}
        />
        <Button
          aria-expanded={open}
          aria-controls={region}
          aria-label={set > 0 ? t('filters.moreSet', { count: set }) : undefined}
          onClick={() => setOpen(!open)}
          className="min-h-11 lg:hidden"
          icon={<SlidersHorizontal aria-hidden="true" className="size-4" />}
        >
          {t('filters.more')}
          {set > 0 ? (
            <span aria-hidden="true" className="tabular rounded-pill bg-amber-tint px-2 text-xs text-on-amber-tint">
              {set}
            </span>
          ) : null}
        </Button>
        <div id={region} className={cx('col-span-full lg:col-span-1', !open && 'max-lg:hidden')}>
          <Choices view={view} narrow={narrow} />
        </div>
      </div>
    </section>
  );
}

function Choices({ view, narrow }: FilterPanelProps) {
  const { t } = useTranslation(['gallery', 'options']);
  const { group, style, order, favorites } = view;
  const groups = STYLE_GROUP_IDS.map((value) => ({ value, label: t(`options:groups.${value}`) }));
  const styles = stylesOf(group).map((value) => ({ value, label: t(`options:styles.${value}`) }));
  return (
    <div className="grid grid-cols-2 items-center gap-2 sm:grid-cols-4 lg:flex">
      <Select
        className={TOOL}
        label={t('filters.group')}
        value={group ?? 'all'}
        options={[{ value: 'all', label: t('filters.allGroups') }, ...groups]}
        onChange={(next) => {
          const chosen = next === 'all' ? null : next;
          const stays = style !== null && stylesOf(chosen).includes(style);
          narrow({ group: chosen ?? undefined, style: stays ? style : undefined });
        }}
      />
      <Select
        className={TOOL}
        label={t('filters.style')}
        value={style ?? 'all'}
        options={[{ value: 'all', label: t('filters.allStyles') }, ...styles]}
        onChange={(next) => narrow({ style: next === 'all' ? undefined : next })}
      />
      <Select
        className={TOOL}
        label={t('filters.sort')}
        value={order}
        options={ORDER_IDS.map((value) => ({ value, label: t(`filters.orders.${value}`) }))}
        onChange={(next) => narrow({ sort: next === 'newest' ? undefined : next })}
      />
      <div className="sm:justify-self-end [&>div]:gap-2">
        <Switch
          label={<span className="text-sm whitespace-nowrap">{t('filters.favorites')}</span>}
          checked={favorites}
          onChange={(on) => narrow({ fav: on ? '1' : undefined })}
        />
      </div>
    </div>
  );
}
