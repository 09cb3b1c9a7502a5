/** Keeps the engines and the image library out of the HTTP process. */
export { ImagesWorkerModule } from './worker/worker.module.js';
