export { GalleryPage as Page } from '../features/gallery/gallery-page';
