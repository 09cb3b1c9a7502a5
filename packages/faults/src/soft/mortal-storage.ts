import type { Surroundings } from '@app/api/test-support/one-process';
import { StorageError } from '@app/api/test-support/one-process';
import type { Life } from './life.js';

type Storage = Surroundings['storage'];

/** Storage as one process sees it: writing and removing are steps that may go wrong. `isFull`: it takes nothing at this moment. */
export const mortalStorage = (storage: Storage, life: Life, isFull: () => boolean): Storage => ({
  put: (key, body, contentType) =>
    life.send(
      'storage: put',
      () => (isFull() ? Promise.reject(new StorageError('no room')) : storage.put(key, body, contentType)),
      () => new StorageError('the answer was lost'),
    ),
  remove: (key) =>
    life.send(
      'storage: remove',
      () => storage.remove(key),
      () => new StorageError('the answer was lost'),
    ),
  stat: (key) => life.alive(storage.stat(key)),
  size: (key) => life.alive(storage.size(key)),
  read: (key) => life.alive(storage.read(key)),
  open: (key, range) => life.alive(storage.open(key, range)),
  list: (prefix, after) => storage.list(prefix, after),
  directAddress: (key, terms) => storage.directAddress(key, terms),
  internalAddress: (key) => storage.internalAddress(key),
});
