import { describeConnectionError } from './errors.js';

/** The bytes of an image, read once: whole, or as they come. */
export class Download {
  constructor(
    private readonly response: Response,
    private readonly signal?: AbortSignal,
  ) {}

  get contentType(): string {
    return this.response.headers.get('content-type') ?? 'application/octet-stream';
  }

  get stream(): ReadableStream<Uint8Array> {
    if (this.response.body === null) throw new Error('The answer has no body.');
    return this.response.body;
  }

  async bytes(): Promise<Uint8Array> {
    try {
      return new Uint8Array(await this.response.arrayBuffer());
    } catch (error) {
      this.signal?.throwIfAborted();
      throw describeConnectionError(error, this.response.url);
    }
  }
}
