import type { Readable } from 'node:stream';

export interface StoredObject {
  key: string;
  bytes: number;
  sha256: string;
}

export interface OpenedObject {
  stream: Readable;
  bytes: number;
}

/** Where picture bytes live. Keys are never reused; a key once written is never written again. */
export interface Storage {
  /** Writes whole or not at all. Throws `StorageError` when it could not. */
  put(key: string, body: Buffer, contentType: string): Promise<StoredObject>;
  /** Size and hash of what is really there, or null. */
  stat(key: string): Promise<StoredObject | null>;
  /** The bytes, optionally a range (inclusive ends), or null when there are none. */
  open(key: string, range?: { start: number; end: number }): Promise<OpenedObject | null>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Every key below a prefix, in order. */
  list(prefix: string): AsyncIterable<{ key: string; bytes: number; modifiedAt: Date }>;
}

export const STORAGE = Symbol('STORAGE');

export class StorageError extends Error {}
