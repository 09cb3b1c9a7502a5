import type { ComponentType } from 'react';

/** A dialog that shares an image. Routes pass it in, because features do not import each other. */
export type ShareDialogSlot = ComponentType<{
  imageId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}>;
