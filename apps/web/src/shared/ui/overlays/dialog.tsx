import { lazyDialog } from '../../loading/lazy-part';
import type { DialogProps } from './dialog-props';

export const Dialog = lazyDialog<DialogProps>(() => import('./dialog-sheet').then((module) => module.DialogSheet));
