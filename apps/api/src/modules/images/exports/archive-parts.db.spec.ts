import type { Answer } from '@app/contracts';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { buffer } from 'node:stream/consumers';
import { useApp, type SignedIn } from '../../../../test/support/app.js';
import { giveUnits } from '../../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { readZip } from '../../../../test/support/http/zip.js';
import { deliverImage, failImage, storageOf } from '../../../../test/support/images/work.js';
import { rows } from '../../../platform/database/rows.js';
import { archiveParts } from './archive-parts.js';
import { readExportBatches } from './export-rows.js';
import { WriteArchive, type ArchiveLimits } from './write-archive.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_PRO: '1000' } });

interface Listed {
  id: string;
  prompt: string;
  status: string;
  frame_number: number;
}
interface Manifest {
  pictures: Listed[];
  not_delivered: number | null;
  left_out: { beyond_limit: number };
}
interface Archive {
  manifest: Manifest;
  /** Of `not-delivered.json`; null without that file. */
  notDelivered: Listed[] | null;
}

let owner: SignedIn;
/** Of delivered images, oldest first; archives begin with the last. */
let ids: string[];

/** The ids of the images of a generation. */
async function ask(prompt: string, count = 1): Promise<string[]> {
  const body = { prompt, count };
  const made = await app.post<Answer<'images.generate'>>('/images/generate', { token: owner.token, body });
  const images = `select id from images where generation_id = $1`;
  return (await rows<{ id: string }>(app.dataSource, images, [made.body.data.id])).map(({ id }) => id);
}
async function deliver(prompt: string): Promise<string[]> {
  const made = await ask(prompt);
  for (const id of made) await deliverImage(app, id);
  return made;
}
async function fail(prompt: string, count = 1): Promise<void> {
  for (const id of await ask(prompt, count)) await failImage(app, id, 'CONTENT_REJECTED');
}

const ENOUGH: ArchiveLimits = { images: 100, bytes: 1e9 };

async function archived(limits = ENOUGH, asked: { before?: number; imageIds?: string[] } = {}): Promise<Archive> {
  const question = { userId: owner.userId, imageIds: null, before: null, since: 'infinity', ...asked };
  const batches = readExportBatches(app.dataSource, question, 'not_failed', 2);
  const writer = app.app.get(WriteArchive, { strict: false });
  const source = { question, at: '2026-01-31T00:00:00.000Z', texts: [], batches };
  const files = await readZip(await buffer(writer.stream(source, limits)));
  const read = (name: string): unknown => JSON.parse(files.get(name)?.bytes.toString() ?? 'null');
  const rest = read('not-delivered.json') as { pictures: Listed[] } | null;
  return { manifest: read('manifest.json') as Manifest, notDelivered: rest?.pictures ?? null };
}
const promptsOf = (images: Listed[] | null): string[] | undefined => images?.map(({ prompt }) => prompt);
const idsOf = (images: Listed[]): string[] => images.map(({ id }) => id);

beforeEach(async () => {
  owner = await app.signIn({ plan: 'pro' });
  await giveUnits(app.dataSource, owner.userId, 100_000);
  const oldest = await deliver('one');
  await fail('failed between');
  ids = [oldest, await deliver('two'), await deliver('three'), await deliver('four')].flat();
  await fail('failed last');
});
afterEach(async () => {
  jest.restoreAllMocks();
  await expectInvariants(app.dataSource);
});

describe('an archive that would be too large', () => {
  test('holds the newest images, and says how many are left', async () => {
    const { manifest } = await archived({ images: 3, bytes: 1e9 });
    expect(idsOf(manifest.pictures)).toEqual(ids.slice(1).toReversed());
    expect(manifest.left_out.beyond_limit).toBe(1);
    expect((await archived({ images: 4, bytes: 1e9 })).manifest.left_out.beyond_limit).toBe(0);
  });

  test('comes in parts that hold everything once, by number and by bytes', async () => {
    const [{ bytes } = { bytes: 0 }] = await rows<{ bytes: number }>(
      app.dataSource,
      `select max(bytes) as bytes from images where id = any($1)`,
      [ids],
    );
    for (const [limits, sizes] of [
      [{ images: 3, bytes: 1e9 }, [3, 1]],
      [{ images: 100, bytes }, [1, 1, 1, 1]],
      [ENOUGH, [4]],
    ] as [ArchiveLimits, number[]][]) {
      const parts = await archiveParts(app.dataSource, owner.userId, limits);
      expect(parts.map(({ images }) => images)).toEqual(sizes);
      const held: string[] = [];
      const archives: Archive[] = [];
      for (const { before, newest, oldest } of parts) {
        const archive = await archived(limits, { before });
        const { pictures } = archive.manifest;
        expect([pictures[0]?.frame_number, pictures.at(-1)?.frame_number]).toEqual([newest, oldest]);
        held.push(...idsOf(pictures));
        archives.push(archive);
      }
      expect(held).toEqual(ids.toReversed());
      // The last part tells of all that was not delivered, also of what is newer than the first part.
      expect(archives.map(({ notDelivered }) => promptsOf(notDelivered))).toEqual([
        ...parts.slice(1).map(() => undefined),
        ['failed last', 'failed between'],
      ]);
      expect(archives.map(({ manifest }) => manifest.not_delivered)).toEqual([...parts.slice(1).map(() => null), 2]);
    }
    const stranger = await app.signIn();
    expect(await archiveParts(app.dataSource, stranger.userId, { images: 1, bytes: 1e9 })).toEqual([]);
  });

  test('ends before its bytes are too many', async () => {
    const sizes = await rows<{ bytes: number }>(
      app.dataSource,
      `select bytes from images where id = any($1) order by seq desc`,
      [ids],
    );
    const [first, second] = sizes.map(({ bytes }) => bytes);
    const { manifest } = await archived({ images: 100, bytes: (first ?? 0) + (second ?? 0) });
    expect(manifest.pictures).toHaveLength(2);
    expect(manifest.left_out.beyond_limit).toBe(2);
  });
});

describe('what was not delivered', () => {
  test('is in a file of its own, however much it is: the manifest has its number alone', async () => {
    const { manifest: before } = await archived();
    await fail('four of them', 4);
    const { manifest, notDelivered } = await archived();
    expect(manifest).toEqual({ ...before, not_delivered: 6 });
    expect(promptsOf(notDelivered)).toEqual([
      'four of them',
      'four of them',
      'four of them',
      'four of them',
      'failed last',
      'failed between',
    ]);
  });

  test('when its turn came is listed once as it was then, whatever becomes of it meanwhile', async () => {
    const [delivered = ''] = await ask('delivered meanwhile');
    const [failed = ''] = await ask('failed meanwhile');
    const storage = storageOf(app);
    const open = storage.open.bind(storage);
    jest.spyOn(storage, 'open').mockImplementationOnce(async (...file) => {
      await deliverImage(app, delivered);
      await failImage(app, failed, 'CONTENT_REJECTED');
      return open(...file);
    });
    const { manifest, notDelivered } = await archived();
    expect(idsOf(manifest.pictures)).toEqual(ids.toReversed());
    expect(notDelivered?.map(({ prompt, status }) => [prompt, status])).toEqual([
      ['failed meanwhile', 'pending'],
      ['delivered meanwhile', 'pending'],
      ['failed last', 'failed'],
      ['failed between', 'failed'],
    ]);
    expect(manifest.not_delivered).toBe(4);
  });

  test('but was on its way is told by an earlier part, too: it may be delivered when the last part is written', async () => {
    await ask('on its way');
    const { manifest, notDelivered } = await archived({ images: 3, bytes: 1e9 });
    expect([manifest.not_delivered, promptsOf(notDelivered)]).toEqual([1, ['on its way']]);
  });

  test('of chosen images is of these alone', async () => {
    const [chosen = ''] = await ask('chosen');
    await failImage(app, chosen, 'CONTENT_REJECTED');
    const { manifest, notDelivered } = await archived(ENOUGH, { imageIds: [ids[0] ?? '', chosen] });
    expect(promptsOf(manifest.pictures)).toEqual(['one']);
    expect(promptsOf(notDelivered)).toEqual(['chosen']);
  });
});
