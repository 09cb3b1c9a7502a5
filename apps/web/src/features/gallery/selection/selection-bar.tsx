import type { Locale } from '@app/contracts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../../config/languages';
import { formatList, formatNumber } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { focusBeside } from '../grid/card-places';
import { DeleteQuestion } from '../../../entities/image/delete-question';
import { isDeletable } from '../../../entities/image/image-status';
import { useGalleryActions } from '../grid/gallery-actions';
import { ArchiveStatus } from './archive-status';
import { useOwnArchive } from './archive-store';
import { BottomBar } from './bottom-bar';
import { SelectionActions } from './selection-actions';
import type { Selection } from './use-selection';

/** More pages than these are counted, not listed. */
const LISTED_PAGES = 5;

interface SelectionBarProps {
  selection: Selection;
  confirming: boolean;
  onConfirming: (on: boolean) => void;
}

/** What one does with all images that are selected; it stays in sight below the sheet. */
export function SelectionBar({ selection, confirming, onConfirming }: SelectionBarProps) {
  const { t } = useTranslation('gallery');
  const actions = useGalleryActions();
  const archive = useOwnArchive();
  const removeButton = useRef<HTMLButtonElement>(null);
  const removable = selection.chosen.filter(isDeletable).map(({ id }) => id);
  // Leaving the selection cancels the confirmation.
  useEffect(() => () => onConfirming(false), [onConfirming]);
  const isVoid = confirming && removable.length === 0;
  useEffect(() => {
    // It would be asked about what is selected next, with the focus on "yes".
    if (isVoid) onConfirming(false);
  }, [isVoid, onConfirming]);

  const remove = async () => {
    onConfirming(false);
    focusBeside(removable);
    selection.dropDeleted(await actions.deleteImages(removable));
  };
  const keep = () => {
    onConfirming(false);
    requestAnimationFrame(() => removeButton.current?.focus());
  };
  return (
    <BottomBar label={t('selection.label')}>
      {archive ? (
        <div className="border-b border-line pb-3">
          <ArchiveStatus job={archive} />
        </div>
      ) : null}
      <div className="grid gap-x-4 gap-y-3 lg:flex lg:items-center">
        <div className="flex flex-1 items-center justify-between gap-4">
          <Tally selection={selection} />
          <Button onClick={selection.stop} className="lg:hidden">
            {t('selection.done')}
          </Button>
        </div>
        {confirming && removable.length > 0 ? (
          <DeleteQuestion
            question={t('removal.question', { count: removable.length })}
            onDelete={() => void remove()}
            onKeep={keep}
          />
        ) : (
          <SelectionActions selection={selection} removeButton={removeButton} onRemove={() => onConfirming(true)} />
        )}
        <Button onClick={selection.stop} className="max-lg:hidden">
          {t('selection.done')}
        </Button>
      </div>
    </BottomBar>
  );
}

/** `1 and 2`, `1、2`. */
function listOfPages(pages: readonly string[], locale: Locale): string {
  const { enumerationMark } = LANGUAGES[locale];
  return enumerationMark === null ? formatList(pages, locale) : pages.join(enumerationMark);
}

function Tally({ selection: { chosen, pages, elsewhere, isHere } }: { selection: Selection }) {
  const { t } = useTranslation('gallery');
  const locale = useLocale();
  const number = (count: number) => formatNumber(count, locale);
  const count = chosen.length;
  const listed = { count: pages.length, list: listOfPages(pages.map(number), locale), formatted: number(pages.length) };
  const places = [
    pages.length > 0 && !isHere
      ? t(pages.length > LISTED_PAGES ? 'selection.manyPages' : 'selection.pages', listed)
      : null,
    elsewhere > 0 ? t('selection.elsewhere', { count: elsewhere, formatted: number(elsewhere) }) : null,
  ];
  return (
    <p role="status" className="tabular grid px-1 text-sm">
      <strong className="font-semibold">{t('selection.count', { count, formatted: number(count) })}</strong>
      <span className="text-ink-2">{count === 0 ? t('selection.kept') : places.filter(Boolean).join(' · ')}</span>
    </p>
  );
}
