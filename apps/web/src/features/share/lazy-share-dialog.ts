import { lazyDialog } from '../../shared/loading/lazy-part';

export const ShareDialog = lazyDialog(() => import('./share-dialog').then((module) => module.ShareDialog));
