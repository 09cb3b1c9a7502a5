import type { Locale } from '@app/contracts';
import { GalleryPage } from '../features/gallery/gallery-page';
import { adoptEarlyList } from '../api/endpoints/images';
import type { AppDispatch } from '../entities/app-state';
import { ShareDialog } from '../features/share/lazy-share-dialog';

export const prepare = (_locale: Locale, dispatch: AppDispatch) => adoptEarlyList('gallery', dispatch);

export function Page() {
  return <GalleryPage shareDialog={ShareDialog} />;
}
