import { describe, expect, test } from '@jest/globals';
import { errorOf, open } from '../test/support/client.js';
import { type Reply, success } from '../test/support/http-server.js';
import { GENERATION_ID, PNG } from '../test/support/samples.js';

const page: Reply = { headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' };
const json = (body: string): Reply => ({ headers: { 'content-type': 'application/json' }, body });

describe('a read', () => {
  test.each([301, 302, 307, 308])('does not follow %d, and names where it leads', async (status) => {
    const other = await open(() => success([]));
    const location = `${other.server.url}/api/v1/models`;
    const { client } = await open(() => ({ status, headers: { location } }));
    const { code, message } = await errorOf(client.listModels());
    expect([code, message]).toEqual(['UNEXPECTED_ANSWER', expect.stringContaining(`a redirect to ${location}`)]);
    expect(other.server.received).toEqual([]);
  });

  test.each<[string, Reply]>([
    ['a page', page],
    ['a file', { body: PNG }],
    ['a part of JSON', json('{"success":true,"da')],
    ['nothing', json('')],
    ['JSON of another service', json('{"login":"https://gateway.example"}')],
    ['JSON without fields', json('null')],
  ])('that is answered by %s has got an unexpected answer', async (_, answer) => {
    const { client } = await open(() => answer);
    const { code, status, message } = await errorOf(client.showCredits());
    expect([code, status, message]).toEqual([
      'UNEXPECTED_ANSWER',
      200,
      expect.stringMatching(/^http:\/\/127.*answered 200, not an answer of the API$/),
    ]);
  });
});

describe('a start', () => {
  test('that is answered by a page may have been accepted', async () => {
    const { client } = await open(() => page);
    expect(await errorOf(client.startGeneration({ prompt: 'a fox' }))).toMatchObject({
      code: 'UNEXPECTED_ANSWER',
      mayHaveBeenAccepted: true,
    });
  });
});

describe('a download', () => {
  test.each<[string, Reply]>([
    ['a page', page],
    ['JSON', success([])],
  ])('that is answered by %s is refused', async (_, answer) => {
    const { client } = await open(() => answer);
    expect(await errorOf(client.downloadImage(GENERATION_ID))).toMatchObject({ code: 'UNEXPECTED_ANSWER' });
  });

  test('that is unchanged has no bytes', async () => {
    const { client } = await open(() => ({ status: 304 }));
    const { response } = await client.api.GET('/api/v1/images/{id}/download', {
      params: { path: { id: GENERATION_ID }, header: { 'If-None-Match': '"a"' } },
      parseAs: 'stream',
    });
    expect(response.status).toBe(304);
  });
});

test('the description of the API is read as it is', async () => {
  const { client } = await open(() => ({ body: { openapi: '3.1.0' } }));
  expect((await client.api.GET('/api/v1/openapi.json')).data).toEqual({ openapi: '3.1.0' });
});
