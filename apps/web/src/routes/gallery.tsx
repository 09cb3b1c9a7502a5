import { GalleryPage } from '../features/gallery/gallery-page';
import { ShareDialog } from '../features/share/lazy-share-dialog';

export function Page() {
  return <GalleryPage shareDialog={ShareDialog} />;
}
