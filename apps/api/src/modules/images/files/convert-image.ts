import type { OutputFormat } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { Mutex } from 'async-mutex';
import { AppError } from '../../../platform/errors/app-error.js';

// Encoding takes tens of milliseconds of a core that also answers requests: one at a time, and no long queue for it.
const MOST_WAITING = 8;
const MAX_PIXELS = 20_000_000;
const QUALITY = 92;
const BUSY_RETRY_SECONDS = 2;

/** Writes an image in another format, for the rare download that asks for it. */
@Injectable()
export class ConvertImage {
  private readonly core = new Mutex();
  /** People who wait for their turn: one image each, so that nobody fills the queue. */
  private readonly waiting = new Set<string>();
  private inHand = 0;

  /**
   * The image that `read` gives, in `format`, with its mark of being machine-made. Throws `RATE_LIMITED` when the person
   * waits for another one, `SERVICE_UNAVAILABLE` when too many people wait.
   */
  async convert(userId: string, read: () => Promise<Buffer>, format: OutputFormat): Promise<Buffer> {
    if (this.waiting.has(userId)) throw new AppError('RATE_LIMITED', { retryAfter: BUSY_RETRY_SECONDS });
    if (this.inHand >= MOST_WAITING) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: BUSY_RETRY_SECONDS });
    this.inHand += 1;
    if (this.core.isLocked()) this.waiting.add(userId);
    try {
      return await this.core.runExclusive(async () => {
        this.waiting.delete(userId);
        return encode(await read(), format);
      });
    } finally {
      this.inHand -= 1;
    }
  }
}

async function encode(picture: Buffer, format: OutputFormat): Promise<Buffer> {
  // Loaded on first use: it costs memory that an API process seldom needs.
  const { default: sharp } = await import('sharp');
  const decoded = sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).keepXmp();
  if (format === 'png') return decoded.png({ compressionLevel: 6 }).toBuffer();
  if (format === 'webp') return decoded.webp({ quality: QUALITY, effort: 2 }).toBuffer();
  return decoded.flatten({ background: 'white' }).jpeg({ quality: QUALITY }).toBuffer();
}
