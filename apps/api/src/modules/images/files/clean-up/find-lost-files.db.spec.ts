import { beforeEach, expect, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { alertsOf } from '../../../../../test/support/alerts.js';
import { createUser } from '../../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../../test/support/database/database.js';
import { putImages } from '../../../../../test/support/images/many-images.js';
import { rows } from '../../../../platform/database/rows.js';
import type { Storage } from '../../../../platform/storage/storage.port.js';
import { FindLostFiles } from './find-lost-files.js';

Logger.overrideLogger(false);

const IMAGES = 1_000;
/** Of every file that `putImages` names. */
const BYTES = 1;

const db = useDatabase();
let asked: string[];

beforeEach(async () => {
  await rows(db.dataSource, `delete from storage_walks`);
  await rows(db.dataSource, `update images set deleted_at = now() where deleted_at is null`);
  const images = Array.from({ length: IMAGES }, () => ({ prompt: 'a fox' }));
  await putImages(db.dataSource, await createUser(db.dataSource), images);
});

/** What one round finds in a storage in which every file is so large. */
function look(size: number | null) {
  asked = [];
  const storage: Pick<Storage, 'size'> = {
    size: (key) => {
      asked.push(key);
      return Promise.resolve(size);
    },
  };
  return new FindLostFiles(db.dataSource, storage as Storage).look();
}

test('a round looks at a thousand images, and the next one a day later', async () => {
  expect(await look(BYTES)).toEqual({ lost: [], found: [] });
  expect(new Set(asked).size).toBe(IMAGES);
  await look(BYTES);
  expect(asked).toEqual([]);
});

test('a storage that seems to be another one is asked for few files, and the next round begins there again', async () => {
  const before = await alertsOf('lost_files_unlikely');
  expect(await look(null)).toEqual({ lost: [], found: [] });
  expect([asked.length, await alertsOf('lost_files_unlikely')]).toEqual([200, before + 1]);
  await look(BYTES);
  expect(new Set(asked).size).toBe(IMAGES);
});
