import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Toaster as Sonner, toast } from 'sonner';
import { useSecondsLeft } from '../../hooks/use-seconds-left';
import { connectToasts, type ToastMessage } from '../../toasts';
import { NARROW, useMedia } from '../../browser/use-media';
import { CopyButton } from '../actions/copy-button';
import { createToastLayer, showToastLayer } from './toast-layer';

const DURATION_MS = 6000;

function durationOf({ kind, action, duration }: Pick<ToastMessage, 'kind' | 'action' | 'duration'>): number {
  if (duration !== undefined) return duration;
  return kind === 'error' || action?.until !== undefined ? Infinity : DURATION_MS;
}

const offers = new Set<string>();

function show({ kind, text, key, action, duration, requestId }: ToastMessage): void {
  if (action) offers.add(key);
  toast[kind](text, {
    id: key,
    duration: durationOf({ kind, action, duration }),
    ...(action ? { action: { label: <ActionLabel {...action} />, onClick: action.run } } : {}),
    ...(requestId ? { description: <RequestId id={requestId} /> } : {}),
  });
  // Its own clock stops while the pointer rests on it; what runs out does not.
  if (action?.until !== undefined) setTimeout(() => toast.dismiss(key), Math.max(action.until - Date.now(), 0));
}

function withdrawOffers(): void {
  offers.forEach((key) => toast.dismiss(key));
  offers.clear();
}

function ActionLabel({ label, until }: { label: string; until?: number }) {
  const left = useSecondsLeft(until ?? null);
  return (
    <>
      {label}
      {left === null ? null : (
        // A number that changes each second would be read out each second.
        <span aria-hidden="true" className="tabular ms-1.5 inline-block min-w-5 text-end font-normal text-ink-2">
          {left}
        </span>
      )}
    </>
  );
}

function RequestId({ id }: { id: string }) {
  const { t } = useTranslation();
  return <CopyButton text={id} label={t('actions.copyRequestId')} className="-ms-4 -mb-2" />;
}

const BELOW_HEADER_PX = 72;

export function Toaster() {
  const { t } = useTranslation();
  const isNarrow = useMedia(NARROW);
  const [layer] = useState(createToastLayer);
  useLayoutEffect(() => showToastLayer(layer), [layer]);
  useEffect(() => connectToasts(show, withdrawOffers), []);
  return createPortal(
    <Sonner
      // The lower edge of a narrow window belongs to the bars with what one does next.
      position={isNarrow ? 'top-center' : 'bottom-right'}
      mobileOffset={{ top: BELOW_HEADER_PX }}
      visibleToasts={3}
      // Stacked ones would hide each other's buttons.
      expand
      closeButton
      containerAriaLabel={t('toasts.label')}
      icons={{
        success: <CircleCheck className="size-5 text-ok-text" />,
        info: <Info className="size-5 text-info-text" />,
        error: <TriangleAlert className="size-5 text-danger-text" />,
      }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: t('actions.close'),
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-control border border-line bg-raised px-4 py-3 pe-12 text-sm text-ink shadow-sheet font-sans',
          icon: 'grid min-h-8 shrink-0 place-items-center',
          content: 'grid min-h-8 flex-1 content-center gap-1',
          title: 'font-medium leading-snug',
          actionButton: 'min-h-8 shrink-0 rounded-control px-2 font-semibold text-amber-text hover:bg-hover',
          closeButton:
            'absolute end-2 top-2 grid size-10 place-items-center rounded-control text-ink-2 hover:bg-hover [&_svg]:size-4',
        },
      }}
    />,
    layer,
  );
}
