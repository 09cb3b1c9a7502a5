import type { Readable } from 'node:stream';

export interface StoredObject {
  key: string;
  bytes: number;
  sha256: string;
}

export interface OpenedObject {
  /** Read or destroy it: it holds a file or a connection. */
  stream: Readable;
  bytes: number;
}

export interface ListedObject {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

export interface AddressTerms {
  /** Unix seconds. The same terms give the same address, so that browsers can cache. */
  from: number;
  seconds: number;
}

/** Keys are segments of `a-z 0-9 . _ -` joined by slashes, never reused. Methods throw `StorageError`. */
export interface Storage {
  put(key: string, body: Buffer, contentType: string): Promise<StoredObject>;
  stat(key: string): Promise<StoredObject | null>;
  size(key: string): Promise<number | null>;
  /** A range has inclusive ends. Null when the object is missing. */
  open(key: string, range?: { start: number; end: number }): Promise<OpenedObject | null>;
  read(key: string): Promise<Buffer | null>;
  remove(key: string): Promise<void>;
  /** Removes what writes left behind that were cut off so long ago. */
  removeUnfinished(olderThanMs: number): Promise<void>;
  /** Keys after `after`, in the order of code units. Concurrent changes may be missed. */
  list(prefix: string, after?: string): AsyncIterable<ListedObject>;
  /** An address that a browser loads directly, computed without a request; null if unsupported. */
  directAddress(key: string, terms: AddressTerms): string | null;
  /** The path by which a web server in front finds the object; null if unsupported. */
  internalAddress(key: string): string | null;
}

export const STORAGE = Symbol('STORAGE');

/** Its message may be logged: it holds no credentials. */
export class StorageError extends Error {
  override name = 'StorageError';
}
