import { StorageError } from './storage.port.js';

/** Lower-case segments that begin with a letter or digit: no dot files, no `..`, nothing a shell or a case-blind disk mixes up. */
const KEY = /^(?=.{1,512}$)[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** Throws `StorageError` for what is no key of this product. */
export function assertStorageKey(key: string): void {
  if (!KEY.test(key)) throw new StorageError('Not a storage key');
}
