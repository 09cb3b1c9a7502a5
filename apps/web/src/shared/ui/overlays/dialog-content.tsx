import { Dialog } from 'radix-ui';
import type { ComponentProps } from 'react';
import { holdToasts } from './toast-layer';

export function DialogContent(props: Omit<ComponentProps<typeof Dialog.Content>, 'ref'>) {
  return (
    <Dialog.Portal>
      <Dialog.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=open]:animate-appear" />
      <Dialog.Content {...props} ref={holdToasts} />
    </Dialog.Portal>
  );
}
