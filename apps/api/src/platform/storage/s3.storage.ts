import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type GetObjectCommandOutput,
  type ListObjectsV2CommandInput,
  type ListObjectsV2CommandOutput,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { withTimeout } from '../with-timeout.js';
import { S3Addresses, s3Endpoint, type S3Settings } from './s3-addresses.js';
import { s3Fault } from './s3-fault.js';
import { assertStorageKey } from './storage-key.js';
import {
  StorageError,
  type AddressTerms,
  type ListedObject,
  type OpenedObject,
  type Storage,
  type StoredObject,
} from './storage.port.js';
import { untilSilence } from './until-silence.js';

export const S3_PATIENCE = {
  connect: 1_500,
  /** A browser waits for the first byte, which is promised within three seconds. */
  open: 2_000,
  call: 5_000,
  silence: 10_000,
};
const LEAST_BYTES_PER_MS = 1_000;
const MAX_ATTEMPTS = 3;
/** Downloads hold a connection for as long as their readers take. */
const MAX_CONNECTIONS = 256;

type Call = { abortSignal: AbortSignal };
interface Range {
  start: number;
  end: number;
}

export class S3Storage implements Storage {
  private readonly client: S3Client;
  private readonly addresses: S3Addresses;
  private takesConditions = true;

  constructor(
    private readonly settings: S3Settings,
    private readonly patience: typeof S3_PATIENCE = S3_PATIENCE,
  ) {
    const { region, credentials, forcePathStyle } = settings;
    const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
    this.addresses = new S3Addresses(settings);
    this.client = new S3Client({
      endpoint: s3Endpoint(settings),
      region,
      // Copied, because the client writes into it.
      credentials: { ...credentials },
      forcePathStyle,
      maxAttempts: MAX_ATTEMPTS,
      retryMode: 'standard',
      // R2, Garage, older MinIO and Ceph refuse Amazon's default checksum trailers.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // Set here, so that no file or variable of the machine decides it.
      useDualstackEndpoint: false,
      useFipsEndpoint: false,
      disableS3ExpressSessionAuth: true,
      requestHandler: { connectionTimeout: this.patience.connect, httpAgent: agent, httpsAgent: agent },
    });
  }

  /** The store verifies the signed SHA-256 on arrival; our own hash is kept as metadata for `stat`. */
  async put(key: string, body: Buffer, contentType: string): Promise<StoredObject> {
    // Some stores ignore `If-None-Match` silently.
    if ((await this.size(key)) !== null) throw new StorageError(`There is an object of the key ${key}`);
    const sha256 = createHash('sha256').update(body).digest('hex');
    const input = { Body: body, ContentLength: body.length, ContentType: contentType, Metadata: { sha256 } };
    await this.ask(`write ${key}`, this.timeFor(body.length), (call) =>
      this.write({ ...this.place(key), ...input }, call),
    );
    return { key, bytes: body.length, sha256 };
  }

  async stat(key: string): Promise<StoredObject | null> {
    const opened = await this.get(key, this.patience.call);
    if (!opened) return null;
    const hash = createHash('sha256');
    const signal = AbortSignal.timeout(this.timeFor(opened.bytes));
    let bytes = 0;
    try {
      await pipeline(
        opened.stream,
        async (chunks: AsyncIterable<Buffer>) => {
          for await (const chunk of chunks) {
            hash.update(chunk);
            bytes += chunk.length;
          }
        },
        { signal },
      );
    } catch (error) {
      throw s3Fault(`read ${key}`, error);
    }
    return { key, bytes, sha256: hash.digest('hex') };
  }

  /** By its first byte, because HEAD does not tell a missing object from a missing bucket. */
  async size(key: string): Promise<number | null> {
    const answer = await this.ask(`look for ${key}`, this.patience.call, (call) =>
      this.fetch(key, call, { start: 0, end: 0 }).catch(emptyOrThrow),
    );
    if (answer === null || answer === 'empty') return answer && 0;
    const { stream, bytes } = this.opened(key, answer, true);
    // Drained, so that the connection can be used again.
    stream.resume().on('error', () => undefined);
    return bytes;
  }

  open(key: string, range?: Range): Promise<OpenedObject | null> {
    return this.get(key, this.patience.open, range);
  }

  async read(key: string): Promise<Buffer | null> {
    const opened = await this.open(key);
    if (!opened) return null;
    const bytes = await buffer(opened.stream);
    if (bytes.length !== opened.bytes) throw new StorageError(`Could not read ${key}: it ended early`);
    return bytes;
  }

  async remove(key: string): Promise<void> {
    assertStorageKey(key);
    await this.ask(`remove ${key}`, this.patience.call, (call) =>
      this.client.send(new DeleteObjectCommand(this.place(key)), call).catch(unlessAbsent),
    );
  }

  /** A store keeps nothing of a write that was cut off. */
  removeUnfinished(): Promise<void> {
    return Promise.resolve();
  }

  async *list(prefix: string, after?: string): AsyncIterable<ListedObject> {
    const { bucket: Bucket, prefix: own } = this.settings;
    let question: ListObjectsV2CommandInput | null = {
      Bucket,
      Prefix: own + prefix,
      ...(after && { StartAfter: own + after }),
    };
    while (question) {
      const page: ListObjectsV2CommandOutput = await this.page(question);
      for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? []) {
        yield { key: Key.slice(own.length), bytes: Size, modifiedAt: LastModified };
      }
      const { IsTruncated, NextContinuationToken: ContinuationToken } = page;
      question = IsTruncated && ContinuationToken !== undefined ? { ...question, ContinuationToken } : null;
    }
  }

  directAddress(key: string, terms: AddressTerms): string | null {
    assertStorageKey(key);
    return this.settings.delivery === 'presigned' ? this.addresses.of(key, terms) : null;
  }

  /** A web server in front has no key to the bucket. */
  internalAddress(): null {
    return null;
  }

  close(): void {
    this.client.destroy();
  }

  private page(question: ListObjectsV2CommandInput): Promise<ListObjectsV2CommandOutput> {
    return this.ask('list', this.patience.call, (call) => this.client.send(new ListObjectsV2Command(question), call));
  }

  private place(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.settings.bucket, Key: this.settings.prefix + key };
  }

  private timeFor(bytes: number): number {
    return Math.ceil(this.patience.call + bytes / LEAST_BYTES_PER_MS);
  }

  private async write(input: PutObjectCommandInput, call: Call): Promise<unknown> {
    if (!this.takesConditions) return this.client.send(new PutObjectCommand(input), call);
    try {
      return await this.client.send(new PutObjectCommand({ ...input, IfNoneMatch: '*' }), call);
    } catch (error) {
      if ((error as Error).name !== 'NotImplemented') throw error;
      this.takesConditions = false;
      return this.write(input, call);
    }
  }

  private async get(key: string, ms: number, range?: Range): Promise<OpenedObject | null> {
    const answer = await this.ask(`read ${key}`, ms, (call) => this.fetch(key, call, range));
    return answer && this.opened(key, answer, range !== undefined);
  }

  private async fetch(key: string, call: Call, range?: Range): Promise<GetObjectCommandOutput | null> {
    assertStorageKey(key);
    const part = range && { Range: `bytes=${range.start}-${range.end}` };
    return this.client.send(new GetObjectCommand({ ...this.place(key), ...part }), call).catch(unlessAbsent);
  }

  private opened(key: string, answer: GetObjectCommandOutput, isPart: boolean): OpenedObject {
    const { Body: body, ETag, ContentLength, ContentRange } = answer;
    if (!(body instanceof Readable)) throw new StorageError(`Could not read ${key}: no body`);
    const bytes = isPart ? Number(/\/(\d+)$/.exec(ContentRange ?? '')?.[1] ?? NaN) : (ContentLength ?? NaN);
    if (ETag === undefined || !Number.isSafeInteger(bytes)) {
      body.destroy();
      throw new StorageError(`Could not read ${key}: the answer is not an object store's`);
    }
    return { stream: untilSilence(body, this.patience.silence, (cause) => s3Fault(`read ${key}`, cause)), bytes };
  }

  private async ask<T>(what: string, ms: number, question: (call: Call) => Promise<T>): Promise<T> {
    const stop = new AbortController();
    try {
      return await withTimeout(question({ abortSignal: stop.signal }), ms, () => new Error(`no answer in ${ms} ms`));
    } catch (error) {
      stop.abort();
      throw s3Fault(what, error);
    }
  }
}

/** A missing object is a result, a missing bucket a fault. */
function unlessAbsent(error: unknown): null {
  if ((error as Error).name === 'NoSuchKey') return null;
  throw error;
}

/** An empty object has no first byte: the store refuses the range. */
function emptyOrThrow(error: unknown): 'empty' {
  if ((error as Error).name === 'InvalidRange') return 'empty';
  throw error;
}
