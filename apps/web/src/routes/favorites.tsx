import { FavoritesPage } from '../features/gallery/favorites-page';
import { ShareDialog } from '../features/share/lazy-share-dialog';

export function Page() {
  return <FavoritesPage shareDialog={ShareDialog} />;
}
