import { StorageError } from './storage.port.js';

/** No dot files, no `..`, nothing that a shell or a case-insensitive disk confuses. */
const KEY = /^(?=.{1,512}$)[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

export function assertStorageKey(key: string): void {
  if (!KEY.test(key)) throw new StorageError('Not a storage key');
}
