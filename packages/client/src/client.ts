import createFetchClient, { type Client } from 'openapi-fetch';
import { Download } from './download.js';
import { LuminaError } from './errors.js';
import type { paths } from './generated/v1.js';
import { poll, type WaitOptions } from './poll.js';
import { createRetryingFetch, type RetryOptions } from './retrying-fetch.js';
import type {
  BatchRequest,
  BatchRow,
  BatchWithRows,
  Credits,
  GalleryItem,
  GenerateRequest,
  Generation,
  ImagesQuery,
  Model,
  OutputFormat,
  Page,
} from './types.js';

export interface ClientOptions extends Partial<RetryOptions> {
  /** Of the installation: `https://lumina.example`. */
  baseUrl: string;
  /** An API key, `lum_live_…`. */
  key: string;
}

export interface CallOptions {
  signal?: AbortSignal;
}

export interface StartOptions extends CallOptions {
  /** Made anew for each call. One that you store lets a restarted program repeat the call without paying twice. */
  idempotencyKey?: string;
}

const DEFAULTS: RetryOptions = {
  fetch: (request) => fetch(request),
  attempts: 4,
  timeoutMs: 30_000,
  backoffMs: 500,
  longestWaitSeconds: 60,
};

/** What is undefined is not given, or it would take the place of a default. */
const given = <T extends object>(options: T): T =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;

/** Of any other key, the error of the header would show it. */
export const isKeyLike = (key: unknown): key is string => typeof key === 'string' && /^[\x21-\x7e]+$/.test(key);

const LARGEST_PAGE = 100;

const FINAL = ['completed', 'failed', 'cancelled'];
export const hasEnded = ({ status }: BatchRow): boolean => FINAL.includes(status);

/** Failures were thrown by the fetch below, so an answer has data. */
async function dataOf<T>(answer: Promise<{ data?: { data: T } }>): Promise<T> {
  const { data } = await answer;
  if (data === undefined) throw new Error('The answer is empty.');
  return data.data;
}

const withKey = (idempotencyKey: string = crypto.randomUUID()) => ({ 'idempotency-key': idempotencyKey });

export class LuminaClient {
  /** Every call of the API by its path, typed from its description. */
  readonly api: Client<paths>;

  constructor({ baseUrl, key, ...options }: ClientOptions) {
    if (!isKeyLike(key)) throw new TypeError('The API key is empty, or has a space, a line break or the like in it.');
    this.api = createFetchClient<paths>({
      // People paste the address that the documentation's paths begin with.
      baseUrl: baseUrl.replace(/(\/api(\/v1)?)?\/?$/, ''),
      headers: { authorization: `Bearer ${key}` },
      fetch: createRetryingFetch({ ...DEFAULTS, ...given(options) }),
    });
  }

  /**
   * Starts a generation and waits until it has ended. Look at its `status`: a failed one costs nothing. `onUpdate` gets it
   * as it was started, too: an abort throws the signal's reason, which cannot name what was paid.
   */
  async generate(request: GenerateRequest, options: StartOptions & WaitOptions<Generation> = {}): Promise<Generation> {
    const started = await this.startGeneration(request, options);
    const { id } = started;
    options.onUpdate?.(started);
    try {
      return await this.waitForGeneration(id, options);
    } catch (error) {
      if (error instanceof LuminaError) Object.assign(error, { mayHaveBeenAccepted: true, generationId: id });
      throw error;
    }
  }

  startGeneration(body: GenerateRequest, { idempotencyKey, signal }: StartOptions = {}): Promise<Generation> {
    return dataOf(this.api.POST('/api/v1/generate', { body, params: { header: withKey(idempotencyKey) }, signal }));
  }

  showGeneration(id: string, { signal }: CallOptions = {}): Promise<Generation> {
    return dataOf(this.api.GET('/api/v1/generations/{id}', { params: { path: { id } }, signal }));
  }

  waitForGeneration(id: string, options: WaitOptions<Generation> = {}): Promise<Generation> {
    const { signal } = options;
    const read = () => this.showGeneration(id, { signal });
    return poll(read, ({ finished_at: end }) => end !== null, options);
  }

  /** Refused with `GENERATION_NOT_CANCELLABLE` once it has begun. */
  cancelGeneration(id: string, { signal }: CallOptions = {}): Promise<Generation> {
    return dataOf(this.api.POST('/api/v1/generations/{id}/cancel', { params: { path: { id } }, signal }));
  }

  listImages(query: ImagesQuery = {}, { signal }: CallOptions = {}): Promise<Page<GalleryItem>> {
    return dataOf(this.api.GET('/api/v1/images', { params: { query }, signal }));
  }

  /** All images, the newest first. Pages are read as they are needed. */
  async *images(
    query: Omit<ImagesQuery, 'page'> = {},
    options: CallOptions = {},
  ): AsyncGenerator<GalleryItem, void, undefined> {
    const seen = new Set<string>();
    let before = 0;
    let stepsBack: number | undefined;
    for (let page = 1; ; page += 1) {
      const { data, total, limit } = await this.listImages({ limit: LARGEST_PAGE, ...query, page }, options);
      for (const image of data) {
        // An image made meanwhile moves the others to the next page.
        if (!seen.has(image.id)) yield image;
        seen.add(image.id);
      }
      const removed = before - total;
      before = total;
      // No more steps than images, or a gallery that grows and shrinks all the time would never end.
      stepsBack ??= total;
      if (removed > 0 && stepsBack > 0) {
        // Images that were removed moved others to pages that were read already.
        stepsBack -= 1;
        page = Math.max(0, page - Math.ceil(removed / limit) - 1);
      } else if (data.length === 0 || page * limit >= total) return;
    }
  }

  /** The file as it was made, or converted. */
  async downloadImage(id: string, { format, signal }: CallOptions & { format?: OutputFormat } = {}): Promise<Download> {
    const { response } = await this.api.GET('/api/v1/images/{id}/download', {
      params: { path: { id }, query: format === undefined ? {} : { format } },
      parseAs: 'stream',
      signal,
    });
    return new Download(response, signal);
  }

  showCredits({ signal }: CallOptions = {}): Promise<Credits> {
    return dataOf(this.api.GET('/api/v1/credits', { signal }));
  }

  listModels({ signal }: CallOptions = {}): Promise<Model[]> {
    return dataOf(this.api.GET('/api/v1/models', { signal }));
  }

  /** One batch of an account runs at a time; its rows hold credits one by one. */
  startBatch(body: BatchRequest, { idempotencyKey, signal }: StartOptions = {}): Promise<BatchWithRows> {
    return dataOf(this.api.POST('/api/v1/batches', { body, params: { header: withKey(idempotencyKey) }, signal }));
  }

  showBatch(id: string, { signal }: CallOptions = {}): Promise<BatchWithRows> {
    return dataOf(this.api.GET('/api/v1/batches/{id}', { params: { path: { id } }, signal }));
  }

  /** A stopped batch has ended once its rows in progress have: they are made and charged like the others. */
  waitForBatch(id: string, options: WaitOptions<BatchWithRows> = {}): Promise<BatchWithRows> {
    const { signal } = options;
    return poll(
      () => this.showBatch(id, { signal }),
      ({ finished_at: end, rows }) => end !== null && rows.every(hasEnded),
      options,
    );
  }

  /** Waiting rows end, rows in progress finish. */
  stopBatch(id: string, { signal }: CallOptions = {}): Promise<BatchWithRows> {
    return dataOf(this.api.POST('/api/v1/batches/{id}/stop', { params: { path: { id } }, signal }));
  }
}

export const createClient = (options: ClientOptions): LuminaClient => new LuminaClient(options);
