import { lazyDialog } from '../../../shared/loading/lazy-part';

export const ShortcutHelp = lazyDialog(() => import('./shortcut-help').then((module) => module.ShortcutHelp));
