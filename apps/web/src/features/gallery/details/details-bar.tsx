import { ChevronLeft, ChevronRight, Info, Keyboard, X, ZoomIn, ZoomOut } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFrameNumber } from '../../../shared/format/format';
import { IconButton } from '../../../shared/ui/actions/icon-button';
import type { ImageViewerHandle } from './viewer/use-image-viewer';
import { TurnedStatus } from './turned-status';
import type { OpenedImage } from './use-opened-image';

interface DetailsBarProps {
  opened: OpenedImage;
  viewer: ImageViewerHandle;
  info: { id: string; shown: boolean; toggle: () => void };
  onHelp: () => void;
}

export function DetailsBar({ opened, viewer, info, onHelp }: DetailsBarProps) {
  const { t } = useTranslation('gallery');
  const { item, previous, next, show, close } = opened;
  return (
    <div className="sticky top-0 z-10 flex items-center gap-1 border-b border-line bg-bg py-1.5 ps-4 pe-2">
      <Dialog.Title className="tabular me-auto text-sm font-semibold tracking-normal">
        <span className="sr-only">{t('details.title')} </span>
        <span className="text-amber-text">{item ? `No. ${formatFrameNumber(item.frame_number)}` : null}</span>
      </Dialog.Title>
      <TurnedStatus item={item} />
      <IconButton
        label={t('keys.title')}
        icon={<Keyboard aria-hidden="true" />}
        onClick={onHelp}
        // Where nothing hovers there is hardly a keyboard.
        className="[@media(hover:none)]:hidden"
      />
      <IconButton
        label={t('details.info')}
        icon={<Info aria-hidden="true" />}
        aria-expanded={info.shown}
        aria-controls={info.id}
        onClick={info.toggle}
        className={info.shown ? 'text-amber-text!' : undefined}
      />
      <IconButton
        label={viewer.zoomed ? t('details.zoomOut') : t('details.zoomIn')}
        icon={viewer.zoomed ? <ZoomOut aria-hidden="true" /> : <ZoomIn aria-hidden="true" />}
        disabled={!viewer.zoomable}
        onClick={viewer.toggleZoom}
      />
      <Turn label={t('details.previous')} icon={<ChevronLeft aria-hidden="true" />} to={previous} show={show} />
      <Turn label={t('details.next')} icon={<ChevronRight aria-hidden="true" />} to={next} show={show} />
      <IconButton label={t('details.close')} icon={<X aria-hidden="true" />} onClick={close} />
    </div>
  );
}

interface TurnProps {
  label: string;
  icon: ReactNode;
  /** None at an end: not disabled there, so that it keeps the focus. */
  to: OpenedImage['next'];
  show: OpenedImage['show'];
}

function Turn({ label, icon, to, show }: TurnProps) {
  return (
    <IconButton
      label={label}
      icon={icon}
      aria-disabled={!to || undefined}
      className={to ? undefined : 'opacity-40'}
      onClick={() => to && show(to)}
    />
  );
}
