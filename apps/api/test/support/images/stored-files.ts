import { expect } from '@jest/globals';
import { thumbnailKey } from '../../../src/modules/images/files/object-keys.js';
import { rows } from '../../../src/platform/database/rows.js';
import type { TestApp } from '../app.js';
import { keysOf } from './painting.js';
import { storageOf } from './work.js';

/** Every stored file belongs to an image that is not gone for good, and every such image has all of its files. */
export async function expectFilesAsRows(app: TestApp): Promise<void> {
  const images = await rows<{ key: string; widths: number[] }>(
    app.dataSource,
    `select object_key as key, thumb_widths as widths from images where object_key is not null and purged_at is null`,
  );
  const named = new Set(images.flatMap(({ key, widths }) => [key, ...widths.map((width) => thumbnailKey(key, width))]));
  const stored = new Set(await keysOf(storageOf(app)));
  expect({
    filesWithoutImage: [...stored].filter((key) => !named.has(key)).slice(0, 5),
    imagesWithoutFile: [...named].filter((key) => !stored.has(key)).slice(0, 5),
  }).toEqual({ filesWithoutImage: [], imagesWithoutFile: [] });
}
