import { expect, test } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import sharp from 'sharp';
import { testConfig } from '../test/support/config.js';
import { useDatabase } from '../test/support/database/database.js';
import { expectInvariants } from '../test/support/credits/invariants.js';
import { show, submit } from '../test/support/images/painting.js';
import { until } from '../test/support/timing/until.js';
import { thumbnailKey } from './modules/images/files/object-keys.js';
import { GenerationQueue } from './modules/images/generation/queue/generation-queue.js';
import { row, rows } from './platform/database/rows.js';
import type { UserEvent } from './platform/events/user-events.js';
import { REDIS_SUBSCRIBER } from './platform/redis/redis.module.js';
import { createLogger } from './platform/observability/logger.js';
import { STORAGE, type Storage } from './platform/storage/storage.port.js';
import { WorkerModule } from './worker.module.js';

const db = useDatabase();

interface Delivered {
  key: string;
  thumbWidths: number[];
  thumbhash: Buffer;
}

const read = async (storage: Storage, key: string): Promise<Buffer> =>
  Buffer.concat((await (await storage.open(key))?.stream.toArray()) ?? []);

test('a worker paints, stores, charges and publishes a notified generation, and subscribes to nothing', async () => {
  const storageDir = await mkdtemp(join(tmpdir(), 'worker-'));
  const config = testConfig({
    DATABASE_URL: db.url,
    STORAGE_DIR: storageDir,
  });
  const app = await NestFactory.createApplicationContext(WorkerModule.with(config, createLogger(config)), {
    logger: false,
  });
  const { id, userId, imageIds } = await submit(db.dataSource);
  await rows(db.dataSource, `update generations set prompt = 'a lake at dusk' where id = $1`, [id]);
  await rows(db.dataSource, `update images set width = 672, height = 384 where generation_id = $1`, [id]);
  const events: UserEvent[] = [];
  const listener = new Redis(config.redisUrl);
  listener.on('message', (_channel, message: string) => events.push(JSON.parse(message) as UserEvent));
  await listener.subscribe(`${config.installationId}:user-events:${userId}`);

  const queue = app.get(GenerationQueue, { strict: false });
  await until(() => queue.tryEnqueue({ generationId: id, attempt: 0, priority: 10 }));
  await until(async () => (await show(db.dataSource, id)).status !== 'pending');
  await until(async () => (await show(db.dataSource, id)).reserved === 0);

  expect(await show(db.dataSource, id)).toMatchObject({ status: 'completed', attempt: 1, available: 0 });
  const storage = app.get<Storage>(STORAGE, { strict: false });
  for (const imageId of imageIds) {
    const image = await row<Delivered>(
      db.dataSource,
      `select object_key as key, thumb_widths as "thumbWidths", thumbhash from images where id = $1`,
      [imageId],
    );
    const metadata = await sharp(await read(storage, image?.key ?? '')).metadata();
    expect(metadata).toMatchObject({ format: 'png', width: 672, height: 384 });
    expect(metadata.xmp?.toString()).toContain('digitalsourcetype/algorithmicMedia');
    expect(image?.thumbWidths).toEqual([320, 640]);
    const thumbnail = await sharp(await read(storage, thumbnailKey(image?.key ?? '', 320))).metadata();
    expect(thumbnail).toMatchObject({ format: 'webp', width: 320, height: 183 });
    expect(image?.thumbhash.length).toBeGreaterThan(10);
  }
  const words = await row<{ understood: { start: number; end: number }[] }>(
    db.dataSource,
    `select understood from generations where id = $1`,
    [id],
  );
  expect(words?.understood).toContainEqual({ start: 2, end: 6 });
  const names = () => new Set(events.map(({ name }) => name));
  await until(() => names().has('quota'));
  expect(names()).toEqual(new Set(['generation_changed', 'progress', 'quota']));
  expect(events.some(({ data }) => typeof (data as { preview?: unknown }).preview === 'string')).toBe(true);
  await expectInvariants(db.dataSource);

  expect(app.get<Redis>(REDIS_SUBSCRIBER, { strict: false }).status).toBe('wait');
  listener.disconnect();

  await app.close();
  await rm(storageDir, { recursive: true, force: true });
});
