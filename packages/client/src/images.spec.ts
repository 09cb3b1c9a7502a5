import { describe, expect, test } from '@jest/globals';
import { type Answer, errorOf, open } from '../test/support/client.js';
import { failure, success } from '../test/support/http-server.js';
import { PNG } from '../test/support/samples.js';

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** Pages of images that the test may remove meanwhile. */
const pagesOf =
  (ids: string[]): Answer =>
  ({ path }, before) => {
    if (before.length > 100) return failure(500, 'INTERNAL_ERROR');
    const query = new URL(path, 'http://x').searchParams;
    const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
    const data = ids.slice((page - 1) * limit, page * limit).map((id) => ({ id }));
    return success({ data, page, limit, total: ids.length });
  };

const remove = (ids: string[], ...some: string[]): void => {
  for (const id of some) ids.splice(ids.indexOf(id), 1);
};

describe('images', () => {
  test.each([
    ['one on a page that was read', 2, 'd', ['a']],
    ['more than a page', 2, 'd', ['a', 'b', 'c']],
    ['all that were read', 2, 'b', ['a', 'b']],
    ['one before the last page', 3, 'f', ['a']],
    ['some on pages that were not read yet', 2, 'b', ['e', 'f']],
  ])('all come, each once, although %s is removed meanwhile', async (_, limit, moment, removed) => {
    const ids = [...LETTERS];
    const { client } = await open(pagesOf(ids));
    const found: string[] = [];
    for await (const { id } of client.images({ limit })) {
      found.push(id);
      if (id === moment) remove(ids, ...removed);
    }
    expect(found).toEqual(expect.arrayContaining(ids));
    expect(new Set(found).size).toBe(found.length);
  });

  test('all come although each is removed as it comes', async () => {
    const ids = [...LETTERS];
    const { client } = await open(pagesOf(ids));
    const found: string[] = [];
    for await (const { id } of client.images({ limit: 2 })) {
      found.push(id);
      remove(ids, id);
    }
    expect(found.toSorted()).toEqual(LETTERS);
  });

  test('end although one is made and removed again all the time', async () => {
    const ids = [...LETTERS];
    const pages = pagesOf(ids);
    const { client } = await open((request, before) => {
      if (before.length % 2 === 1) ids.shift();
      else ids.unshift('new');
      return pages(request, before);
    });
    const found: string[] = [];
    for await (const { id } of client.images({ limit: 2 })) found.push(id);
    expect(new Set(found).size).toBe(found.length);
  });

  test('come page by page, each once, although one is made meanwhile', async () => {
    const pages: Record<string, string[]> = { '1': ['c', 'b'], '2': ['b', 'a'] };
    const { server, client } = await open(({ path }) => {
      const page = new URL(path, 'http://x').searchParams.get('page') ?? '';
      const data = (pages[page] ?? []).map((id) => ({ id }));
      return success({ data, page: Number(page), limit: 2, total: 4 });
    });
    const ids: string[] = [];
    for await (const { id } of client.images({ style: 'anime', limit: 2 })) ids.push(id);
    expect(ids).toEqual(['c', 'b', 'a']);
    expect(server.received.map(({ path }) => path)).toEqual([
      '/api/v1/images?limit=2&style=anime&page=1',
      '/api/v1/images?limit=2&style=anime&page=2',
    ]);
  });

  test('are downloaded whole or as a stream, and a part of a file is an error', async () => {
    const { client } = await open(({ path }) => ({ body: PNG, ...(path.includes('broken') && { breaks: 'within' }) }));
    const whole = await client.downloadImage('a', { format: 'webp' });
    expect([whole.contentType, Buffer.from(await whole.bytes())]).toEqual(['image/png', PNG]);
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await client.downloadImage('a')).stream) chunks.push(chunk);
    expect(Buffer.concat(chunks)).toEqual(PNG);
    const broken = await client.downloadImage('broken');
    expect(await errorOf(broken.bytes())).toMatchObject({ code: 'CONNECTION_FAILED' });
  });

  test('whose download is aborted while it arrives end with the reason of the signal', async () => {
    const stop = new AbortController();
    const { client } = await open(() => ({ body: PNG, stalls: true }));
    const download = await client.downloadImage('a', { signal: stop.signal });
    const arriving = download.bytes();
    stop.abort(new Error('stopped'));
    await expect(arriving).rejects.toBe(stop.signal.reason);
  });
});
