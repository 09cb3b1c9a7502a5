import type { Locale } from '@app/contracts';
import { FavoritesPage } from '../features/gallery/favorites-page';
import { adoptEarlyList } from '../api/endpoints/images';
import type { AppDispatch } from '../entities/app-state';
import { ShareDialog } from '../features/share/lazy-share-dialog';

export const prepare = (_locale: Locale, dispatch: AppDispatch) => adoptEarlyList('favorites', dispatch);

export function Page() {
  return <FavoritesPage shareDialog={ShareDialog} />;
}
