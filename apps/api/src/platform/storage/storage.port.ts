import type { Readable } from 'node:stream';

export interface StoredObject {
  key: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

export interface OpenedObject {
  /** Read it or destroy it: it holds a file or a connection. Fails with `StorageError` when the storage falls silent. */
  stream: Readable;
  /** Size of the whole object, also when a range was asked for. */
  bytes: number;
}

export interface ListedObject {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

/** For how long an address is good. */
export interface AddressTerms {
  /** Unix seconds from which it counts. The same terms give the same address, so that browsers keep what they loaded. */
  from: number;
  /** Seconds after `from` at which it ends. */
  seconds: number;
}

/**
 * Where picture bytes live. Keys are lower-case segments of `a-z 0-9 . _ -`, joined by slashes. They are never reused: a
 * key once written is never written again. Every method throws `StorageError` for another kind of key, and within seconds
 * when what is behind it does not answer.
 */
export interface Storage {
  /** Writes whole or not at all. Throws `StorageError` when it could not, or when there is an object of that key. */
  put(key: string, body: Buffer, contentType: string): Promise<StoredObject>;
  /** Size and hash of what is really there, by reading it, or null. */
  stat(key: string): Promise<StoredObject | null>;
  /** Size of what is there, without reading it, or null. */
  size(key: string): Promise<number | null>;
  /** The bytes, optionally a range (inclusive ends), or null when there are none. */
  open(key: string, range?: { start: number; end: number }): Promise<OpenedObject | null>;
  /** All of the bytes, or null when there are none. For what fits into memory: much cheaper than a stream. */
  read(key: string): Promise<Buffer | null>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /**
   * Every key that begins with `prefix` and comes behind `after`, in the order of code units. What changes meanwhile may
   * be missed.
   */
  list(prefix: string, after?: string): AsyncIterable<ListedObject>;
  /** An address by which a browser gets the object without us, made without asking anybody; null where there is none. */
  directAddress(key: string, terms: AddressTerms): string | null;
  /** The path by which a web server in front of us finds the object, to send it in our place; null where it cannot. */
  internalAddress(key: string): string | null;
}

export const STORAGE = Symbol('STORAGE');

/** The message is for logs: it holds no credentials. */
export class StorageError extends Error {
  override name = 'StorageError';
}
