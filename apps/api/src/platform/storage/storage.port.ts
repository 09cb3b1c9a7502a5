import type { Readable } from 'node:stream';

export interface StoredObject {
  key: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

export interface OpenedObject {
  /** Read it or destroy it: it holds a file or a connection. */
  stream: Readable;
  /** Size of the whole object, also when a range was asked for. */
  bytes: number;
}

/**
 * Where picture bytes live. Keys are lower-case segments of `a-z 0-9 . _ -`, joined by slashes. They are never reused: a
 * key once written is never written again. Every method throws `StorageError` for another kind of key.
 */
export interface Storage {
  /** Writes whole or not at all. Throws `StorageError` when it could not, or when there is an object of that key. */
  put(key: string, body: Buffer, contentType: string): Promise<StoredObject>;
  /** Size and hash of what is really there, or null. */
  stat(key: string): Promise<StoredObject | null>;
  /** The bytes, optionally a range (inclusive ends), or null when there are none. */
  open(key: string, range?: { start: number; end: number }): Promise<OpenedObject | null>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Every key that begins with `prefix`, in the order of code units. What changes meanwhile may be missed. */
  list(prefix: string): AsyncIterable<{ key: string; bytes: number; modifiedAt: Date }>;
}

export const STORAGE = Symbol('STORAGE');

export class StorageError extends Error {}
