import { describe, expect, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { csvExport, exportFileName, jsonExport, type ExportBatch, type ExportedImage } from './export-file.js';

const image = (frame: number, prompt = 'a cat'): ExportedImage => ({
  id: `id-${frame}`,
  generation_id: `id-${frame}`,
  frame_number: frame,
  created_at: '2026-01-31T23:59:59.123Z',
  finished_at: null,
  status: 'pending',
  error_code: null,
  prompt,
  negative_prompt: null,
  model: 'sd3.5-medium',
  style: 'enhance',
  size: '16:9',
  quality: 'standard',
  output_format: 'png',
  engine: null,
  width: 1344,
  height: 768,
  seed: 1,
  parent_id: null,
  credits_used: 0,
  is_favorited: false,
});

/** So many batches of a hundred images; tells how many were asked for. */
function counted(batches: number): { source: AsyncGenerator<ExportBatch, void>; asked: () => number } {
  let asked = 0;
  async function* make(): AsyncGenerator<ExportBatch, void> {
    for (let n = 0; n < batches; n += 1) {
      asked += 1;
      yield await Promise.resolve({
        images: Array.from({ length: 100 }, (_, one) => image(n * 100 + one, 'x'.repeat(500))),
        removed: [`gone-${n}`],
      });
    }
  }
  return { source: make(), asked: () => asked };
}

async function text(pieces: AsyncIterable<string>): Promise<string> {
  let whole = '';
  for await (const piece of pieces) whole += piece;
  return whole;
}

async function* none(): AsyncGenerator<ExportBatch, void> {
  // Nothing was ever made.
}

describe('a JSON file', () => {
  test('is whole however many batches it is made of', async () => {
    for (const batches of [1, 3]) {
      const file = JSON.parse(await text(jsonExport(counted(batches).source, '2026-01-31T00:00:00.000Z'))) as {
        exported_at: string;
        pictures: ExportedImage[];
        left_out: { removed: string[] };
      };
      expect(file.exported_at).toBe('2026-01-31T00:00:00.000Z');
      expect(file.pictures.map(({ frame_number: frame }) => frame)).toEqual(
        Array.from({ length: batches * 100 }, (_, frame) => frame),
      );
      expect(file.left_out.removed).toHaveLength(batches);
    }
    expect(JSON.parse(await text(jsonExport(none(), 'now')))).toEqual({
      exported_at: 'now',
      pictures: [],
      left_out: { removed: [] },
    });
  });
});

describe('a CSV file', () => {
  const finished: ExportedImage = {
    ...image(7, 'a cat'),
    id: 'the-image',
    generation_id: 'the-generation',
    finished_at: '2026-02-01T00:00:05.987Z',
    status: 'failed',
    error_code: 'ENGINE_FAILED',
    negative_prompt: 'dogs',
    engine: 'webui',
    seed: 42,
    parent_id: 'the-parent',
    credits_used: 3.5,
    is_favorited: true,
  };
  async function* batches(): AsyncGenerator<ExportBatch, void> {
    yield await Promise.resolve({ images: [], removed: ['gone'] });
    yield await Promise.resolve({ images: [finished, image(8)], removed: [] });
  }
  const linesOf = async (locale: 'en' | 'zh'): Promise<string[]> =>
    (await text(csvExport(batches(), locale))).trim().split(/\r?\n/);

  test('has a heading and a value in each column', async () => {
    expect(await linesOf('en')).toEqual([
      'No.,Created (UTC),Finished (UTC),Status,Error code,Prompt,Negative prompt,Model,Style,Size,Quality,Format,Engine,Width,Height,Seed,Credits,Favorite,Image ID,Generation ID,Made from image ID',
      '7,2026-01-31 23:59:59,2026-02-01 00:00:05,Failed,ENGINE_FAILED,a cat,dogs,sd3.5-medium,enhance,16:9,standard,png,webui,1344,768,42,3.5,yes,the-image,the-generation,the-parent',
      '8,2026-01-31 23:59:59,,Queued,,a cat,,sd3.5-medium,enhance,16:9,standard,png,,1344,768,1,0,no,id-8,id-8,',
    ]);
  });

  test('speaks Chinese to those who do', async () => {
    expect(await linesOf('zh')).toEqual([
      '编号,生成时间（UTC）,完成时间（UTC）,状态,错误代码,提示词,不要出现,模型,风格,比例,画质,文件格式,引擎,宽,高,种子,消耗积分,收藏,图片 ID,任务 ID,来源图片 ID',
      expect.stringContaining(',失败,ENGINE_FAILED,'),
      expect.stringMatching(/,排队中,.*,否,id-8,/),
    ]);
    expect((await linesOf('zh'))[1]).toContain(',是,the-image,');
  });
});

describe('a long file', () => {
  test.each([
    ['CSV', (source: AsyncIterable<ExportBatch>) => csvExport(source, 'en')],
    ['JSON', (source: AsyncIterable<ExportBatch>) => jsonExport(source, 'now')],
  ])(
    'as %s is read from the database only as fast as it is taken, and no further than it is wanted',
    async (_, make) => {
      const { source, asked } = counted(1_000);
      const stream = Readable.from(make(source), { objectMode: true, highWaterMark: 1 });
      const pieces = stream[Symbol.asyncIterator]();
      for (let taken = 0; taken < 4; taken += 1) await pieces.next();
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      expect(asked()).toBeLessThan(8);
      await pieces.return?.();
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      expect(asked()).toBeLessThan(8);
      expect((await source.next()).done).toBe(true);
    },
  );
});

test('the name of a file tells what it is and of which day', () => {
  expect(exportFileName('zip', '2026-01-31T23:59:59.123Z')).toBe('images-2026-01-31.zip');
  expect(exportFileName('csv', '2026-01-31T23:59:59.123Z')).toBe('image-history-2026-01-31.csv');
});
