import type { GenerationErrorCode, OutputFormat } from '@app/contracts';
import { randomBytes } from 'node:crypto';
import { CloseImage } from '../../../src/modules/images/generation/closing/close-image.js';
import type { ImageRef } from '../../../src/modules/images/generation/closing/delivery.js';
import {
  FORMAT_CONTENT_TYPE,
  objectKey,
  thumbnailKey,
  thumbnailWidths,
} from '../../../src/modules/images/files/object-keys.js';
import { CreditLedger } from '../../../src/modules/quota/index.js';
import { row } from '../../../src/platform/database/rows.js';
import { USER_EVENTS, type UserEvents } from '../../../src/platform/events/user-events.js';
import { STORAGE, type Storage } from '../../../src/platform/storage/storage.port.js';
import type { TestApp } from '../app.js';
import { imageFile } from './images.js';

interface OpenImage extends ImageRef {
  width: number;
  height: number;
  format: OutputFormat;
  created_at: Date;
}

const ATTEMPT = 1;

/** Lets a worker have the generation that the image belongs to. */
export async function beginWork(app: TestApp, generationId: string): Promise<void> {
  await app.dataSource.query(
    `update generations set status = 'processing', attempt = $2, lease_until = now() + interval '60 s', engine = 'studio',
            started_at = coalesce(started_at, now()) where id = $1`,
    [generationId, ATTEMPT],
  );
}

async function openImage(app: TestApp, id: string): Promise<OpenImage> {
  const image = await row<OpenImage>(
    app.dataSource,
    `select i.id, i.generation_id as "generationId", i.user_id as "userId", i.width, i.height,
            g.output_format as format, i.created_at
       from images i join generations g on g.id = i.generation_id where i.id = $1`,
    [id],
  );
  if (!image) throw new Error(`no image ${id}`);
  await beginWork(app, image.generationId);
  return image;
}

const closer = ({ app, dataSource }: TestApp): CloseImage =>
  new CloseImage(
    dataSource,
    app.get(CreditLedger, { strict: false }),
    app.get<UserEvents>(USER_EVENTS, { strict: false }),
  );

export const storageOf = ({ app }: TestApp): Storage => app.get<Storage>(STORAGE, { strict: false });

/** Closes an image as a worker does that painted it: files in storage, row and hold in one transaction. */
export async function deliverImage(app: TestApp, id: string): Promise<{ key: string; bytes: Buffer }> {
  const image = await openImage(app, id);
  const { width, height, format, created_at: createdAt } = image;
  const key = objectKey({ imageId: id, createdAt, attempt: ATTEMPT, random: randomBytes(8).toString('hex'), format });
  // Small pixels stand for the image: what is tested is how bytes travel, not what they show.
  const bytes = await imageFile(32, 32, format);
  const storage = storageOf(app);
  const stored = await storage.put(key, bytes, FORMAT_CONTENT_TYPE[format]);
  const thumbWidths = thumbnailWidths(width);
  for (const thumbWidth of thumbWidths) {
    const thumb = await imageFile(8, Math.max(1, Math.round((8 * height) / width)), 'webp', thumbWidth);
    await storage.put(thumbnailKey(key, thumbWidth), thumb, FORMAT_CONTENT_TYPE.webp);
  }
  const isClosed = await closer(app).deliver(image, ATTEMPT, {
    objectKey: key,
    format,
    bytes: stored.bytes,
    sha256: stored.sha256,
    thumbWidths,
    thumbhash: randomBytes(24),
    engineRequestId: null,
    understood: [],
  });
  if (!isClosed) throw new Error(`image ${id} was closed before`);
  return { key, bytes };
}

/** Closes an image that could not be made. */
export async function failImage(app: TestApp, id: string, code: GenerationErrorCode): Promise<void> {
  const image = await openImage(app, id);
  if (!(await closer(app).fail(image, { attempt: ATTEMPT }, code))) throw new Error(`image ${id} was closed before`);
}
