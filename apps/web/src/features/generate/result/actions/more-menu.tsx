import { OUTPUT_FORMATS, type Generation, type GenerationImage } from '@app/contracts';
import { Copy, Download, Ellipsis, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDownloadImage } from '../../../../entities/image/use-download-image';
import { useCopyImage } from '../../../../entities/image/use-copy-image';
import { cx } from '../../../../shared/cx';
import { useOnline } from '../../../../shared/browser/use-online';
import { Menu } from '../../../../shared/ui/actions/menu';
import type { MenuEntry } from '../../../../shared/ui/actions/menu-types';
import { Spinner } from '../../../../shared/ui/feedback/spinner';

interface MoreMenuProps {
  generation: Generation;
  image: GenerationImage;
  onReuse: () => void;
  /** The question before it comes in the place of the buttons. */
  onRemove: () => void;
  /** Among the actions of an image, which have their names below their icons on a phone. */
  named?: boolean;
}

const TRIGGER =
  'inline-grid size-10 shrink-0 place-items-center rounded-control border border-field text-ink ' +
  'transition-colors duration-120 ease-print hover:border-ink-2 hover:bg-hover [&_svg]:size-5';
const NAMED =
  'max-sm:size-auto max-sm:min-h-14 max-sm:content-center max-sm:gap-1 max-sm:border-0 max-sm:text-xs max-sm:font-medium';

export function MoreMenu(props: MoreMenuProps) {
  const { t } = useTranslation('generate');
  const [open, setOpen] = useState(false);
  const copy = useCopyImage();
  return (
    <Menu
      label={t('result.more')}
      trigger={
        <>
          {copy.copying ? <Spinner /> : <Ellipsis aria-hidden="true" />}
          {props.named ? (
            <span aria-hidden="true" className="sm:hidden">
              {t('result.more')}
            </span>
          ) : null}
        </>
      }
      triggerClassName={cx(TRIGGER, props.named && NAMED)}
      entries={useEntries(props, copy)}
      open={open}
      onOpenChange={setOpen}
    />
  );
}

function useEntries(
  { generation, image, onReuse, onRemove }: MoreMenuProps,
  copy: ReturnType<typeof useCopyImage>,
): MenuEntry[] {
  const { t } = useTranslation(['generate', 'options', 'work']);
  const online = useOnline();
  const others = OUTPUT_FORMATS.filter((format) => format !== generation.output_format);
  const { download } = useDownloadImage();
  const file: MenuEntry[] = [
    {
      key: 'copy',
      label: copy.label,
      icon: <Copy aria-hidden="true" />,
      onSelect: () => void (copy.copying ? undefined : copy.copy(image.id)),
    },
    ...others.map((format) => ({
      key: format,
      label: t('generate:result.downloadAs', { format: t(`options:formats.${format}`) }),
      icon: <Download aria-hidden="true" />,
      onSelect: () => void download(image.id, format),
    })),
  ];
  const reuse: MenuEntry = {
    key: 'reuse',
    label: t('generate:result.reuse'),
    icon: <SlidersHorizontal aria-hidden="true" />,
    onSelect: onReuse,
  };
  const remove: MenuEntry = {
    key: 'remove',
    label: t('work:removal.action'),
    icon: <Trash2 aria-hidden="true" />,
    onSelect: onRemove,
    danger: true,
    separated: true,
  };
  return [...(image.url === null ? [] : file), reuse, ...(online ? [remove] : [])];
}
