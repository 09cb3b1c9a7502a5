import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';
import { useApp, type SignedIn } from '../../../../test/support/app.js';
import { giveUnits } from '../../../../test/support/credits.js';
import { deliverImage } from '../../../../test/support/work.js';
import { GenerationEntity } from '../../images/shared/generation.entity.js';
import { readPace } from './batch-reads.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_FREE: '100' } });
let user: SignedIn;
beforeEach(async () => {
  user = await app.signIn();
  await giveUnits(app.dataSource, user.userId, 1_000);
  await app.dataSource.query(`update generations set finished_at = finished_at - interval '2 hours'`);
});

/** A generation that took so many seconds, and ended so many minutes ago. */
async function finish(seconds: number, minutesAgo: number): Promise<void> {
  const { body } = await app.post('/images/generate', { token: user.token, body: { prompt: 'a fox' } });
  const { id } = body.data as { id: string };
  await deliverImage(app, id);
  await app.dataSource.query(
    `update generations set finished_at = now() - $3::int * interval '1 minute',
            started_at = now() - $3::int * interval '1 minute' - $2::int * interval '1 second'
      where id = $1`,
    [id, seconds, minutesAgo],
  );
}

test('the pace is what an image took on average within the hour, and unknown when none was finished', async () => {
  expect(await readPace(app.dataSource)).toBeNull();
  await finish(10, 1);
  await finish(30, 59);
  await finish(500, 61);
  expect(await readPace(app.dataSource)).toBeCloseTo(20);
});

test('the pace follows the latest twenty generations', async () => {
  await finish(10, 1);
  const generations = app.dataSource.getRepository(GenerationEntity);
  const latest = await generations.findOneByOrFail({ userId: user.userId });
  const copies = Array.from({ length: 19 }, (_, at) =>
    generations.create(Object.assign({}, latest, { id: randomUUID(), seq: latest.seq + 2 + at })),
  );
  await generations.insert(copies);
  await finish(500, 2);
  expect(await readPace(app.dataSource)).toBeCloseTo(10);
});

test('what failed or never began says nothing of the pace', async () => {
  await finish(10, 1);
  await finish(500, 1);
  await app.dataSource.query(
    `update generations set status = 'failed' where finished_at - started_at > interval '1 minute'`,
  );
  expect(await readPace(app.dataSource)).toBeCloseTo(10);
});
