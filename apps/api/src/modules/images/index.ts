export { ImagesModule } from './images.module.js';
export { ImagesPeopleModule } from './images-people.module.js';
