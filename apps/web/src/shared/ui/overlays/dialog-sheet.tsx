import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { cx } from '../../cx';
import { IconButton } from '../actions/icon-button';
import type { DialogProps } from './dialog-props';
import { DialogContent } from './dialog-content';
import { DialogFoot } from './dialog-foot';

const SHEET =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col gap-4 overflow-y-auto scroll-pb-28 *:shrink-0 rounded-t-sheet border border-line bg-raised ' +
  'p-6 text-ink shadow-sheet data-[state=open]:animate-rise ' +
  'sm:inset-auto sm:start-1/2 sm:top-1/2 sm:w-[calc(100vw-48px)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-sheet';

/** The loaded dialog. */
export function DialogSheet(props: DialogProps) {
  const { open, onClose, title, description, busy = false, wide, fallback, children, actions } = props;
  const { t } = useTranslation();
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => (next || busy ? undefined : onClose())}>
      <DialogContent
        {...(description ? {} : { 'aria-describedby': undefined })}
        aria-busy={busy || undefined}
        fallback={fallback}
        className={cx(SHEET, wide ? 'sm:max-w-3xl' : 'sm:max-w-lg')}
      >
        <div className="sticky -top-6 z-10 -mx-6 -mt-6 flex items-start justify-between gap-4 bg-raised px-6 pt-6 pb-3">
          <RadixDialog.Title className="text-xl">{title}</RadixDialog.Title>
          <IconButton
            label={t('actions.close')}
            icon={<X />}
            disabled={busy}
            onClick={onClose}
            className="-me-2 -mt-1.5"
          />
        </div>
        {description ? (
          <RadixDialog.Description className="text-base text-ink-2">{description}</RadixDialog.Description>
        ) : null}
        {children}
        {actions ? <DialogFoot>{actions}</DialogFoot> : null}
      </DialogContent>
    </RadixDialog.Root>
  );
}
