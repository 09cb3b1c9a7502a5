import type { GalleryItem } from '@app/contracts';
import { Copy, PenLine, RotateCcw, Share2, SlidersHorizontal, Trash2, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isLost } from '../../../api/images-api';
import { copyText } from '../../../shared/copy-text';
import { useOnline } from '../../../shared/hooks/use-online';
import { showToast } from '../../../shared/toasts';
import type { MenuEntry } from '../../../shared/ui/menu-types';
import { isRemovable, useShelf, type Making } from './shelf-context';
import type { Withdrawal } from './use-withdrawal';

/** Copies what a picture was asked for with, and says so. */
export function useCopyPrompt(): (item: GalleryItem) => void {
  const { t } = useTranslation('gallery');
  return ({ prompt }) =>
    void copyText(prompt).then((copied) =>
      showToast(copied ? { kind: 'success', text: t('promptCopied') } : { kind: 'error', text: t('promptNotCopied') }),
    );
}

/** What is done with a card more rarely than to mark or to save it. */
export function useMenuEntries(item: GalleryItem, withdrawal: Withdrawal | null): MenuEntry[] {
  const { t } = useTranslation('gallery');
  const shelf = useShelf();
  const copyPrompt = useCopyPrompt();
  const barred = useOnline() ? null : t('offline');
  const make = (how: Making, icon: MenuEntry['icon']): MenuEntry => ({
    key: how,
    label: t(`make.${how}`),
    icon,
    onSelect: () => shelf.make(item, how),
    barred,
  });
  const share: MenuEntry = {
    key: 'share',
    label: t('share'),
    icon: <Share2 aria-hidden="true" />,
    onSelect: () => shelf.share(item),
    barred,
  };
  const copy: MenuEntry = {
    key: 'copy',
    label: t('details.copyPrompt'),
    icon: <Copy aria-hidden="true" />,
    onSelect: () => copyPrompt(item),
  };
  const remix = make('remix', <PenLine aria-hidden="true" />);
  const again = make('again', <RotateCcw aria-hidden="true" />);
  const reuse = make('reuse', <SlidersHorizontal aria-hidden="true" />);
  const takesBack = withdrawal?.fate === 'returned';
  const remove: MenuEntry = {
    key: 'remove',
    label: takesBack ? t('withdrawal.takeBack') : t('removal.action'),
    icon: takesBack ? <Undo2 aria-hidden="true" /> : <Trash2 aria-hidden="true" />,
    onSelect: () => shelf.askToRemove(item.id),
    danger: true,
    separated: true,
    barred,
  };
  const delivered = item.status === 'completed' && !isLost(item);
  return [...(delivered ? [share, remix, again] : [reuse]), copy, ...(isRemovable(item) || withdrawal ? [remove] : [])];
}
