import type { GalleryItem } from '@app/contracts';
import { Copy, Download, Heart, PenLine, RotateCcw, Share2, SlidersHorizontal, Trash2, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isLost } from '../../../api/endpoints/images';
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

interface MenuOf {
  item: GalleryItem;
  withdrawal: Withdrawal | null;
  /** Also what stands on the card itself elsewhere. */
  whole: boolean;
}

/** What is done with a card more rarely than to mark or to save it. */
export function useMenuEntries({ item, withdrawal, whole }: MenuOf): MenuEntry[] {
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
  const favorite: MenuEntry = {
    key: 'favorite',
    label: item.is_favorited ? t('unfavorite') : t('favorite'),
    icon: <Heart aria-hidden="true" className={item.is_favorited ? 'fill-current text-mark' : undefined} />,
    onSelect: () => shelf.toggleFavorite(item),
  };
  const save: MenuEntry = {
    key: 'save',
    label: t('download'),
    icon: <Download aria-hidden="true" />,
    onSelect: () => void shelf.download(item),
  };
  return [
    ...(whole && item.status === 'completed' ? [favorite] : []),
    ...(whole && delivered ? [save] : []),
    ...(delivered ? [share, remix, again] : [reuse]),
    copy,
    ...(isRemovable(item) || withdrawal ? [remove] : []),
  ];
}
