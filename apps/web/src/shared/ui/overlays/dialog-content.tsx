import { Dialog } from 'radix-ui';
import { useEffect, useRef, type ComponentProps } from 'react';
import { focusHeading } from '../../interaction/focus-heading';
import { isOfInputMethod } from '../../interaction/input-method';
import type { FocusFallback } from './dialog-props';
import { holdToasts } from './toast-layer';

/** Of a dialog that is going: one that comes in its place leads back to the same. */
let handedOn: Element | null = null;

/** What has the focus. An item of a menu goes with it; what opened the menu stays. */
function findOpener(): Element | null {
  const { activeElement, body } = document;
  if (activeElement === body) return handedOn;
  const menu = activeElement?.closest('[role="menu"]');
  return document.getElementById(menu?.getAttribute('aria-labelledby') ?? '') ?? activeElement;
}

/** To the opener, or near it where that is gone or cannot have the focus any more. */
function returnFocus(opener: Element | null, fallback: FocusFallback | undefined): void {
  for (const element of [opener, fallback?.current]) {
    if (element instanceof HTMLElement) element.focus();
    if (document.activeElement !== document.body) return;
  }
  focusHeading();
}

interface DialogContentProps extends Omit<ComponentProps<typeof Dialog.Content>, 'ref'> {
  fallback?: FocusFallback | undefined;
}

/**
 * The focus returns to what had it: Radix knows only triggers of its own. An Escape that takes back characters of an
 * input method closes nothing.
 */
export function DialogContent({ fallback, ...props }: DialogContentProps) {
  const opener = useRef<Element | null>(null);
  const isOpening = useRef(false);
  useEffect(
    () => () => {
      handedOn = opener.current;
    },
    [],
  );
  return (
    <Dialog.Portal>
      <Dialog.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=open]:animate-appear" />
      <Dialog.Content
        {...props}
        ref={holdToasts}
        onFocus={(event) => {
          props.onFocus?.(event);
          // From its last control to its first one Radix moves the focus without scrolling. It opens where its content wants,
          // and what a finger or a mouse presses stays under it, or the click would meet something else.
          const isMoved = event.target !== event.currentTarget && event.target.matches(':focus-visible');
          if (isMoved && !isOpening.current) event.target.scrollIntoView({ block: 'nearest' });
          isOpening.current = false;
        }}
        onOpenAutoFocus={(event) => {
          opener.current = findOpener();
          isOpening.current = true;
          props.onOpenAutoFocus?.(event);
        }}
        onEscapeKeyDown={(event) => {
          if (isOfInputMethod(event)) event.preventDefault();
          props.onEscapeKeyDown?.(event);
        }}
        onCloseAutoFocus={(event) => {
          const former = opener.current;
          opener.current = null;
          handedOn = null;
          props.onCloseAutoFocus?.(event);
          if (event.defaultPrevented) return;
          event.preventDefault();
          returnFocus(former, fallback);
        }}
      />
    </Dialog.Portal>
  );
}
