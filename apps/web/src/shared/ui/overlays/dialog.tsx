import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../cx';
import { IconButton } from '../actions/icon-button';
import { DialogContent } from './dialog-content';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** While something runs that must not be interrupted: neither Escape, nor a press outside, nor the cross closes it. */
  busy?: boolean;
  wide?: boolean;
  children?: ReactNode;
  /** Buttons at the end, the main one last. */
  actions?: ReactNode;
}

const SHEET =
  'fixed inset-x-0 bottom-0 z-50 grid max-h-[92dvh] gap-4 overflow-y-auto rounded-t-sheet border border-line bg-raised ' +
  'p-6 text-ink shadow-sheet data-[state=open]:animate-rise ' +
  'sm:inset-auto sm:start-1/2 sm:top-1/2 sm:w-[calc(100vw-48px)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-sheet';

export function Dialog({ open, onClose, title, description, busy = false, wide, children, actions }: DialogProps) {
  const { t } = useTranslation();
  const opener = useRef<Element | null>(null);
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => (next || busy ? undefined : onClose())}>
      <DialogContent
        {...(description ? {} : { 'aria-describedby': undefined })}
        aria-busy={busy || undefined}
        // Without a trigger of its own, Radix does not know what to focus when it closes.
        onOpenAutoFocus={() => {
          opener.current = document.activeElement;
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (opener.current instanceof HTMLElement) opener.current.focus();
        }}
        className={cx(SHEET, wide ? 'sm:max-w-3xl' : 'sm:max-w-lg')}
      >
        <div className="flex items-start justify-between gap-4">
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
        {actions ? <div className="mt-2 flex flex-wrap justify-end gap-3">{actions}</div> : null}
      </DialogContent>
    </RadixDialog.Root>
  );
}
