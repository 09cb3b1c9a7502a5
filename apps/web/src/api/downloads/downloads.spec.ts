import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HttpResponse, http } from 'msw';
import { API, ok, refuse, startServer } from '../../../test/server';
import { clearTokens, storeTokens } from '../auth/tokens';
import { nameOfFile } from '../client/http';
import { readFailure } from '../client/read-failure';
import { downloadArchive, isArchiveBegun, requestArchive, type ArchiveProgress } from './download-archive';
import { downloadImage } from './download-image';
import { downloadSharedImage } from './download-shared';

const server = startServer();
const ENTRY = [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x08, 0x08, 0x00, 0x00];
const URL_OF_ARCHIVE = '/api/images/exports/ticket-1';
const EXPORT = `${API}/images/exports/:ticket`;
const { signal } = new AbortController();
let names: string[];

beforeEach(() => {
  names = [];
  storeTokens({ access_token: 'good', refresh_token: 'refresh' });
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
});
afterEach(() => void jest.restoreAllMocks());

describe('an image', () => {
  const answered = (headers: Record<string, string>, path = 'images/1/download') =>
    server.use(http.get(`${API}/${path}`, () => HttpResponse.arrayBuffer(new ArrayBuffer(1), { headers })));

  it('is saved under the name that the server gives it, else under its own with its type', async () => {
    answered({ 'content-type': 'image/webp', 'content-disposition': 'attachment; filename="fox.webp"' });
    await downloadImage('1');
    answered({ 'content-type': 'image/webp' });
    await downloadImage('1', 'webp');
    answered({ 'content-type': 'image/jpeg' }, 'images/shared/t/download');
    await downloadSharedImage('t');
    expect(names).toEqual(['fox.webp', '1.webp', 'image.jpeg']);
  });

  it('is not saved when the server refuses', async () => {
    server.use(http.get(`${API}/images/1/download`, () => refuse('NOT_FOUND')));
    await expect(downloadImage('1')).rejects.toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect(names).toEqual([]);
  });

  it.each([
    ['attachment; filename="a b.png"', 'a b.png'],
    ['attachment; filename=a.png; size=1', 'a.png'],
    [`attachment; filename="x.png"; filename*=utf-8''%E6%B9%96.png; size=1`, '湖.png'],
    ['attachment', null],
  ])('named by %j is %s', (header, name) => {
    expect(nameOfFile(new Response(null, { headers: { 'content-disposition': header } }))).toBe(name);
    expect(nameOfFile(new Response())).toBeNull();
  });
});

describe('an archive', () => {
  it('is asked for by its images', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post(`${API}/images/exports`, async ({ request }) => {
        bodies.push(await request.json());
        return ok({ url: URL_OF_ARCHIVE });
      }),
    );
    expect(await requestArchive(['a', 'b'], signal)).toBe(URL_OF_ARCHIVE);
    expect(bodies).toEqual([{ format: 'zip', image_ids: ['a', 'b'] }]);
    server.use(http.post(`${API}/images/exports`, () => refuse('EXPORT_RUNNING')));
    await expect(requestArchive(['a'], signal)).rejects.toMatchObject({ error: { code: 'EXPORT_RUNNING' } });
  });

  it('has begun once its ticket is spent', async () => {
    let status = 200;
    server.use(
      http.head(
        EXPORT,
        ({ params }) => new HttpResponse(null, { status: params.ticket === 'ticket-1' ? status : 500 }),
      ),
    );
    expect(await isArchiveBegun(URL_OF_ARCHIVE)).toBe(false);
    status = 410;
    expect(await isArchiveBegun(URL_OF_ARCHIVE)).toBe(true);
  });

  const pieces = (...parts: number[][]) =>
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        parts.forEach((part) => controller.enqueue(new Uint8Array(part)));
        controller.close();
      },
    });

  it('counts an image once the next one begins, and is whole at its end', async () => {
    const headers = { 'content-disposition': 'attachment; filename="images.zip"' };
    server.use(http.get(EXPORT, () => new HttpResponse(pieces([...ENTRY, 1], [2, ...ENTRY, 3]), { headers })));
    const told: ArchiveProgress[] = [];
    const archive = await downloadArchive(URL_OF_ARCHIVE, { signal, onProgress: (progress) => told.push(progress) });
    expect(told[0]).toEqual({ images: 0, bytes: 0 });
    expect(told.at(-1)).toEqual({ images: 1, bytes: 23 });
    expect(archive).toMatchObject({ images: 2, bytes: 23, filename: 'images.zip' });
    expect(archive.blob.size).toBe(23);
    expect(archive.blob.type).toBe('application/zip');
  });

  it('ends when the user has signed out, and when it is refused', async () => {
    clearTokens();
    server.use(http.get(EXPORT, () => new HttpResponse(pieces(ENTRY))));
    const run = () => downloadArchive(URL_OF_ARCHIVE, { signal, onProgress: () => undefined });
    await expect(run()).rejects.toMatchObject({ error: { code: 'NETWORK' } });
    server.use(http.get(EXPORT, () => refuse('NOT_FOUND')));
    await expect(run()).rejects.toMatchObject({ error: { code: 'NOT_FOUND' } });
  });
});

describe('a failure', () => {
  const read = (body: unknown, headers: Record<string, string> = {}) =>
    readFailure(new Response(JSON.stringify(body), { status: 500, headers }));

  it('has only what can be trusted of an answer', async () => {
    const none = { status: 500, code: 'UNKNOWN', message: '', details: [], requestId: null, retryAfter: null };
    expect(await read(null)).toEqual(none);
    expect(await read({ code: 'LUCK', message: 1, details: {}, request_id: 2 })).toEqual(none);
    expect(
      await read({
        details: [
          { path: 'a', message: 1 },
          { path: 1, message: 'b' },
        ],
      }),
    ).toEqual(none);
    expect(await read('x', { 'x-request-id': 'req_h', 'retry-after': '0' })).toMatchObject({
      requestId: 'req_h',
      retryAfter: 0,
    });
    expect(await read({}, { 'x-request-id': 'req_h', 'retry-after': '-1' })).toMatchObject({
      requestId: 'req_h',
      retryAfter: null,
    });
    expect((await read({}, { 'retry-after': 'soon' })).retryAfter).toBeNull();
  });
});
