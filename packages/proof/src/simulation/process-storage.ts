import type { Surroundings } from '@app/api/test-support/one-process';
import { StorageError } from '@app/api/test-support/one-process';
import type { SimulatedProcess } from './simulated-process.js';

type Storage = Surroundings['storage'];

/** The storage of one simulated process: writing and removing are steps. */
export const processStorage = (storage: Storage, process: SimulatedProcess, isFull: () => boolean): Storage => ({
  put: (key, body, contentType) =>
    process.send(
      'storage: put',
      () => (isFull() ? Promise.reject(new StorageError('no room')) : storage.put(key, body, contentType)),
      () => new StorageError('the answer was lost'),
    ),
  remove: (key) =>
    process.send(
      'storage: remove',
      () => storage.remove(key),
      () => new StorageError('the answer was lost'),
    ),
  removeUnfinished: (olderThanMs) => process.whileAlive(storage.removeUnfinished(olderThanMs)),
  stat: (key) => process.whileAlive(storage.stat(key)),
  size: (key) => process.whileAlive(storage.size(key)),
  read: (key) => process.whileAlive(storage.read(key)),
  open: (key, range) => process.whileAlive(storage.open(key, range)),
  list: (prefix, after) => storage.list(prefix, after),
  directAddress: (key, terms) => storage.directAddress(key, terms),
  internalAddress: (key) => storage.internalAddress(key),
});
