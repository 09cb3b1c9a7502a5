import { Dialog } from 'radix-ui';
import { useRef, type ComponentProps } from 'react';
import { isOfInputMethod } from '../../input-method';
import { holdToasts } from './toast-layer';

/**
 * The focus returns to what had it: Radix knows only triggers of its own. An Escape that takes back characters of an
 * input method closes nothing.
 */
export function DialogContent(props: Omit<ComponentProps<typeof Dialog.Content>, 'ref'>) {
  const opener = useRef<Element | null>(null);
  return (
    <Dialog.Portal>
      <Dialog.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=open]:animate-appear" />
      <Dialog.Content
        {...props}
        ref={holdToasts}
        onFocus={(event) => {
          props.onFocus?.(event);
          // From its last control to its first one Radix moves the focus without scrolling.
          if (event.target !== event.currentTarget) event.target.scrollIntoView({ block: 'nearest' });
        }}
        onOpenAutoFocus={(event) => {
          opener.current = document.activeElement;
          props.onOpenAutoFocus?.(event);
        }}
        onEscapeKeyDown={(event) => {
          if (isOfInputMethod(event)) event.preventDefault();
          props.onEscapeKeyDown?.(event);
        }}
        onCloseAutoFocus={(event) => {
          props.onCloseAutoFocus?.(event);
          if (event.defaultPrevented) return;
          event.preventDefault();
          if (opener.current instanceof HTMLElement) opener.current.focus();
        }}
      />
    </Dialog.Portal>
  );
}
