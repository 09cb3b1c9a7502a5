import type { OutputFormat } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { Mutex } from 'async-mutex';
import { AppError } from '../../../platform/errors/app-error.js';

// Encoding uses a core that also answers requests: one at a time, with a short queue.
const MOST_WAITING = 8;
const MAX_PIXELS = 20_000_000;
const QUALITY = 92;
const BUSY_RETRY_SECONDS = 2;

@Injectable()
export class ConvertImage {
  private readonly core = new Mutex();
  /** One image per user, so that nobody fills the queue. */
  private readonly waiting = new Set<string>();
  private inHand = 0;

  /** `pixels`: the longer side at most. Throws `RATE_LIMITED` for a user who waits already, `SERVICE_UNAVAILABLE` when the queue is full. */
  async convert(userId: string, read: () => Promise<Buffer>, format: OutputFormat, pixels?: number): Promise<Buffer> {
    if (this.waiting.has(userId)) throw new AppError('RATE_LIMITED', { retryAfter: BUSY_RETRY_SECONDS });
    if (this.inHand >= MOST_WAITING) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: BUSY_RETRY_SECONDS });
    this.inHand += 1;
    if (this.core.isLocked()) this.waiting.add(userId);
    try {
      return await this.core.runExclusive(async () => {
        this.waiting.delete(userId);
        return encode(await read(), format, pixels);
      });
    } finally {
      this.inHand -= 1;
    }
  }
}

async function encode(image: Buffer, format: OutputFormat, pixels?: number): Promise<Buffer> {
  // Imported lazily: it costs memory that an API process seldom needs.
  const { default: sharp } = await import('sharp');
  const decoded = sharp(image, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).keepXmp();
  if (pixels !== undefined) decoded.resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true });
  if (format === 'png') return decoded.png({ compressionLevel: 6 }).toBuffer();
  if (format === 'webp') return decoded.webp({ quality: QUALITY, effort: 2 }).toBuffer();
  return decoded.flatten({ background: 'white' }).jpeg({ quality: QUALITY }).toBuffer();
}
