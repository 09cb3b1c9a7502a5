import { describe, expect, test } from '@jest/globals';
import { errorOf, open } from '../test/support/client.js';
import { failure, type Reply, success } from '../test/support/http-server.js';
import { generation, GENERATION_ID, started } from '../test/support/samples.js';

describe('a generation that was accepted, and whose waiting fails', () => {
  const page: Reply = { headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' };
  test.each<[string, string, Reply]>([
    ['SCOPE_MISSING', 'SCOPE_MISSING', failure(403, 'SCOPE_MISSING')],
    ['UNAUTHENTICATED', 'UNAUTHENTICATED', failure(401, 'UNAUTHENTICATED')],
    ['the page of a gateway', 'UNEXPECTED_ANSWER', page],
  ])('by %s is named, and may have been accepted', async (_, code, answer) => {
    const { client } = await open(({ method }) => (method === 'POST' ? started : answer));
    expect(await errorOf(client.generate({ prompt: 'a fox' }))).toMatchObject({
      code,
      mayHaveBeenAccepted: true,
      generationId: GENERATION_ID,
    });
  });

  test('is told before it is waited for, so that an abort does not lose its id', async () => {
    const stop = new AbortController();
    const { client } = await open(() => {
      stop.abort(new Error('stopped'));
      return started;
    });
    const ids: string[] = [];
    const onUpdate = ({ id }: { id: string }) => void ids.push(id);
    const work = client.generate({ prompt: 'a fox' }, { signal: stop.signal, onUpdate });
    await expect(work).rejects.toThrow('stopped');
    expect(ids).toEqual([GENERATION_ID]);
  });

  test('is not named where its start was refused', async () => {
    const { client } = await open(() => failure(402, 'INSUFFICIENT_CREDITS'));
    const error = await errorOf(client.generate({ prompt: 'a fox' }));
    expect([error.mayHaveBeenAccepted, error.generationId]).toEqual([false, null]);
  });
});

describe('a signal that was aborted before', () => {
  const stopped = () => AbortSignal.abort(new Error('stopped'));

  test('keeps a start from being sent', async () => {
    const { server, client } = await open(() => started);
    await expect(client.startGeneration({ prompt: 'a fox' }, { signal: stopped() })).rejects.toThrow('stopped');
    await expect(client.startBatch({ rows: [] }, { signal: stopped() })).rejects.toThrow('stopped');
    await expect(client.cancelGeneration(GENERATION_ID, { signal: stopped() })).rejects.toThrow('stopped');
    expect(server.received).toEqual([]);
  });
});

describe('the stop of a batch', () => {
  test.each<[string, Reply]>([
    ['a broken connection', { breaks: 'before' }],
    ['502', { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>' }],
    ['503', failure(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '0' })],
    ['504', { status: 504, headers: { 'content-type': 'text/html' }, body: '<html>' }],
  ])('is repeated after %s', async (_, lost) => {
    const { server, client } = await open((__, before) => (before.length < 2 ? lost : success(generation())));
    await client.stopBatch(GENERATION_ID);
    expect(server.received.map(({ path }) => path)).toEqual(
      Array.from({ length: 3 }, () => `/api/v1/batches/${GENERATION_ID}/stop`),
    );
  });
});
