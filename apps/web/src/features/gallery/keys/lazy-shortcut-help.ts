import { lazyDialog } from '../../../shared/lazy-part';

export const ShortcutHelp = lazyDialog(() => import('./shortcut-help').then((module) => module.ShortcutHelp));
