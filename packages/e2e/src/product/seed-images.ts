import { putImages, type MadeImage } from '@app/api/test-support/many-images';
import { SIZE_PIXELS, THUMBNAIL_WIDTHS, type OutputFormat, type Size } from '@app/contracts';
import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { ProductDatabase } from './database.js';
import type { Product } from './product.js';
import type { TestUser } from '../users/test-user.js';

export interface SeededImages extends Omit<MadeImage, 'size'> {
  count?: number;
  size?: Size;
  format?: OutputFormat;
}

interface ImageFile {
  bytes: Buffer;
  thumbnails: { width: number; bytes: Buffer }[];
}

const EXTENSIONS: Record<OutputFormat, string> = { png: 'png', jpeg: 'jpg', webp: 'webp' };
const SAMPLES = join(import.meta.dirname, '..', '..', '..', '..', 'apps', 'web', 'public', 'samples', 'works');

const SET_FILE = `
with image as (
  update images set object_key = $2, format = $3, bytes = $4, sha256 = $5, width = $6, height = $7, thumb_widths = $8
   where id = $1 returning generation_id
)
update generations set output_format = $3, engine = 'studio', started_at = created_at
 where id = (select generation_id from image)`;

const files = new Map<string, Promise<ImageFile>>();

async function makeFile(size: Size, format: OutputFormat, sample: number): Promise<ImageFile> {
  const names = (await readdir(SAMPLES)).filter((name) => !/\.w\d+\./.test(name)).sort();
  const { width, height } = SIZE_PIXELS[size];
  const image = sharp(join(SAMPLES, names[sample % names.length] ?? '')).resize(width, height, { fit: 'cover' });
  const widths = THUMBNAIL_WIDTHS.filter((each) => each < width);
  const full = await image.png({ compressionLevel: 1 }).toBuffer();
  return {
    bytes: format === 'png' ? full : await sharp(full).toFormat(format).toBuffer(),
    thumbnails: await Promise.all(
      widths.map(async (each) => ({ width: each, bytes: await sharp(full).resize(each).webp().toBuffer() })),
    ),
  };
}

/** Made once for each size and format; `sample` chooses one of several. */
function cachedFile(size: Size, format: OutputFormat, sample: number): Promise<ImageFile> {
  const key = `${size} ${format} ${sample % 3}`;
  const known = files.get(key) ?? makeFile(size, format, sample % 3);
  files.set(key, known);
  return known;
}

async function storeFile(root: string, key: string, bytes: Buffer): Promise<void> {
  // Folders named by an id are split by its first two letters.
  const path = join(root, key.replace(/\/(\w\w)([^/]{14,})\//, '/~$1/$1$2/'));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}

/** Writes directly into database and storage; the first image is the oldest. Resolves with their ids. */
export async function seedImages(
  product: Product,
  database: ProductDatabase,
  user: TestUser,
  wanted: readonly SeededImages[],
): Promise<string[]> {
  const images = wanted.flatMap(({ count = 1, ...image }) => Array.from({ length: count }, () => image));
  const ids = await putImages(database, user.id, images);
  await Promise.all(
    images.map(async ({ size = '1:1', format = 'png', status = 'completed' }, index) => {
      if (status !== 'completed') return;
      const id = ids[index] ?? '';
      const { bytes, thumbnails } = await cachedFile(size, format, index);
      const month = new Date().toISOString().slice(0, 7).replace('-', '/');
      const stem = `pictures/${month}/${id}/1-${id.slice(0, 8)}`;
      const key = `${stem}.${EXTENSIONS[format]}`;
      const root = join(product.running.dataDir, 'storage');
      await storeFile(root, key, bytes);
      for (const thumbnail of thumbnails) await storeFile(root, `${stem}.w${thumbnail.width}.webp`, thumbnail.bytes);
      const { width, height } = SIZE_PIXELS[size];
      const hash = createHash('sha256').update(bytes).digest();
      const widths = thumbnails.map((thumbnail) => thumbnail.width);
      await database.query(SET_FILE, [id, key, format, bytes.length, hash, width, height, widths]);
    }),
  );
  return ids;
}
