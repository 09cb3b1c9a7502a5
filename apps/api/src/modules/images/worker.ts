/** The door for the worker process: what it imports (the engine, the image library) stays out of the HTTP process. */
export { ImagesWorkerModule } from './worker/worker.module.js';
