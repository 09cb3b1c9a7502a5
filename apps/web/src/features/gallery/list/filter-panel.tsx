import { STYLE_GROUP_IDS } from '@app/contracts';
import { Search, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../shared/cx';
import { Button } from '../../../shared/ui/actions/button';
import { Select } from '../../../shared/ui/forms/select';
import { Switch } from '../../../shared/ui/forms/switch';
import { useSetFilters } from './active-filters';
import { focusSearch, SearchField } from './search-field';
import { ORDER_IDS, stylesOf, type useGalleryView } from './use-gallery-view';

/** What stands in a tool says what it is for; its label is for screen readers. The longest choice does not set its width. */
const TOOL = '[&>div]:sr-only lg:max-w-40';
/** On a phone the openers stand in the line of the heading. */
const OPENER = 'min-h-11 max-sm:px-3';

type FilterProps = Pick<ReturnType<typeof useGalleryView>, 'view' | 'narrow'>;

/** What is unfolded where there is no room for it: the search on a phone, the choices also on wider windows. */
function useFolds(view: FilterProps['view']) {
  const [searching, setSearching] = useState(view.q !== '');
  const [choosing, setChoosing] = useState(false);
  return { id: useId(), searching, setSearching, choosing, setChoosing };
}

type FoldedProps = FilterProps & { folds: ReturnType<typeof useFolds> };

export function FilterPanel(props: FilterProps) {
  const folds = useFolds(props.view);
  return (
    <>
      <Openers {...props} folds={folds} />
      <Tools {...props} folds={folds} />
    </>
  );
}

function Openers({ view, folds }: FoldedProps) {
  const { t } = useTranslation('gallery');
  const { id, searching, setSearching, choosing, setChoosing } = folds;
  // The search is a tool of its own.
  const set = useSetFilters(view).filter(({ key }) => key !== 'q').length;
  return (
    <>
      <Button
        aria-label={t('filters.search')}
        aria-expanded={searching}
        aria-controls={`${id}-search`}
        onClick={() => (searching ? setSearching(false) : focusSearch())}
        className={cx(OPENER, 'sm:hidden')}
        icon={<Search aria-hidden="true" className="size-4" />}
      />
      <Button
        aria-label={set > 0 ? t('filters.moreSet', { count: set }) : t('filters.more')}
        aria-expanded={choosing}
        aria-controls={`${id}-choices`}
        onClick={() => setChoosing(!choosing)}
        className={cx(OPENER, 'relative lg:hidden')}
        icon={<SlidersHorizontal aria-hidden="true" className="size-4" />}
      >
        <span className="max-sm:hidden">{t('filters.more')}</span>
        {set > 0 ? (
          <span
            aria-hidden="true"
            className="tabular absolute -end-1 -top-1 rounded-pill bg-amber-tint px-2 text-xs text-on-amber-tint"
          >
            {set}
          </span>
        ) : null}
      </Button>
    </>
  );
}

function Tools({ view, narrow, folds }: FoldedProps) {
  const { t } = useTranslation('gallery');
  const { id, searching, setSearching, choosing } = folds;
  return (
    <section
      aria-label={t('filters.label')}
      className="grid min-w-0 flex-1 grid-cols-1 items-center gap-3 max-xl:order-last max-xl:basis-full max-sm:contents lg:grid-cols-[minmax(11rem,1fr)_auto] lg:gap-2"
    >
      <SearchField
        id={`${id}-search`}
        value={view.q}
        // Each letter would otherwise be a step of its own on the way back.
        onSearch={(q) => narrow({ q }, view.q !== '' && q !== '')}
        onFocus={() => setSearching(true)}
        // Not `hidden`: keys and screen readers find it, and it shows itself to them.
        className={cx('max-sm:order-last max-sm:basis-full', !searching && 'max-sm:sr-only')}
      />
      <div id={`${id}-choices`} className={cx('max-sm:order-last max-sm:basis-full', !choosing && 'max-lg:hidden')}>
        <Choices view={view} narrow={narrow} />
      </div>
    </section>
  );
}

function Choices({ view, narrow }: FilterProps) {
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
