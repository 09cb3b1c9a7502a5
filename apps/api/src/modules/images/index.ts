export { ImagesModule } from './images.module.js';
