import { lazyDialog } from '../../shared/lazy-part';

export const ShareDialog = lazyDialog(() => import('./share-dialog').then((module) => module.ShareDialog));
