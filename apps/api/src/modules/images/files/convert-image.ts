import type { OutputFormat } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { AppError } from '../../../platform/errors/app-error.js';

// Encoding takes tens of milliseconds of a core that also answers requests: one at a time, and no long line for it.
const MOST_WAITING = 8;
const MAX_PIXELS = 20_000_000;
const QUALITY = 92;
const BUSY_RETRY_SECONDS = 2;

/** Writes a picture in another format, for the rare download that asks for it. */
@Injectable()
export class ConvertImage {
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();

  /**
   * The picture that `read` gives, in `format`, with its mark of being machine-made. Throws `SERVICE_UNAVAILABLE` when
   * too many wait for it already.
   */
  async convert(read: () => Promise<Buffer>, format: OutputFormat): Promise<Buffer> {
    if (this.waiting >= MOST_WAITING) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: BUSY_RETRY_SECONDS });
    this.waiting += 1;
    const turn = this.last.then(async () => encode(await read(), format));
    this.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.waiting -= 1;
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
