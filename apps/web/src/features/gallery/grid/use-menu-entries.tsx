import type { GalleryItem } from '@app/contracts';
import { Copy, PenLine, RotateCcw, Share2, SlidersHorizontal, Trash2, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isDeletable, isLost } from '../../../entities/image/image-status';
import { type GeneratorMode, useGalleryActions } from './gallery-actions';
import { copyText } from '../../../shared/browser/copy-text';
import { useOnline } from '../../../shared/browser/use-online';
import { showToast } from '../../../shared/toasts';
import type { MenuEntry } from '../../../shared/ui/actions/menu-types';
import type { CancelImage } from '../../../entities/image/use-cancel-image';

/** Copies what an image was asked for with, and says so. */
export function useCopyPrompt(): (item: GalleryItem) => void {
  const { t } = useTranslation('gallery');
  return ({ prompt }) =>
    void copyText(prompt).then((copied) =>
      showToast(copied ? { kind: 'success', text: t('promptCopied') } : { kind: 'error', text: t('promptNotCopied') }),
    );
}

interface MenuOf {
  item: GalleryItem;
  cancelImage: CancelImage | null;
}

/** What is done with a card more rarely than to mark or to save it. */
export function useMenuEntries({ item, cancelImage }: MenuOf): MenuEntry[] {
  const { t } = useTranslation(['gallery', 'work']);
  const actions = useGalleryActions();
  const copyPrompt = useCopyPrompt();
  const disabledReason = useOnline() ? null : t('gallery:offline');
  const openIn = (mode: GeneratorMode, icon: MenuEntry['icon']): MenuEntry => ({
    key: mode,
    label: t(`gallery:make.${mode}`),
    icon,
    onSelect: () => actions.openInGenerator(item, mode),
    disabledReason,
  });
  const share: MenuEntry = {
    key: 'share',
    label: t('gallery:share'),
    icon: <Share2 aria-hidden="true" />,
    onSelect: () => actions.share(item),
    disabledReason,
  };
  const copy: MenuEntry = {
    key: 'copy',
    label: t('gallery:details.copyPrompt'),
    icon: <Copy aria-hidden="true" />,
    onSelect: () => copyPrompt(item),
  };
  const remix = openIn('remix', <PenLine aria-hidden="true" />);
  const again = openIn('again', <RotateCcw aria-hidden="true" />);
  const reuse = openIn('reuse', <SlidersHorizontal aria-hidden="true" />);
  const cancels = cancelImage?.creditsOutcome === 'returned';
  const remove: MenuEntry = {
    key: 'remove',
    label: cancels ? t('work:cancel.action') : t('gallery:removal.action'),
    icon: cancels ? <Undo2 aria-hidden="true" /> : <Trash2 aria-hidden="true" />,
    onSelect: () => actions.askToDelete(item.id),
    danger: true,
    separated: true,
    disabledReason,
  };
  const delivered = item.status === 'completed' && !isLost(item);
  return [
    ...(delivered ? [share, remix, again] : [reuse]),
    copy,
    ...(isDeletable(item) || cancelImage ? [remove] : []),
  ];
}
