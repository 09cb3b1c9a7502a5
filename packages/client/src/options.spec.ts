import { describe, expect, test } from '@jest/globals';
import { errorOf, open } from '../test/support/client.js';
import { failure } from '../test/support/http-server.js';
import { KEY, started } from '../test/support/samples.js';
import { createClient } from './client.js';

describe('an option that is undefined', () => {
  test('leaves the time-out as it is', async () => {
    const slowly = () => new Promise<typeof started>((resolve) => void setTimeout(() => resolve(started), 50));
    const { server, client } = await open(slowly, { timeoutMs: undefined });
    await client.startGeneration({ prompt: 'a fox' });
    expect(server.received).toHaveLength(1);
  });

  test('leaves the number of attempts as it is', async () => {
    const { server, client } = await open(
      (_, before) => failure(before.length < 4 ? 503 : 401, 'SERVICE_UNAVAILABLE', { 'retry-after': '0' }),
      { attempts: undefined },
    );
    expect(await errorOf(client.showCredits())).toMatchObject({ status: 503 });
    expect(server.received).toHaveLength(4);
  });
});

describe('a key', () => {
  test.each([
    ['a line break', `${KEY}\n${KEY}`],
    ['a space', `${KEY} ${KEY}`],
    ['a letter that no header holds', `${KEY}密`],
    ['nothing', ''],
    ['no value, as of a variable that is not set,', undefined as unknown as string],
  ])('with %s in it is refused without being shown', (_, key) => {
    const create = () => createClient({ baseUrl: 'https://lumina.example', key });
    expect(create).toThrow(new TypeError('The API key is empty, or has a space, a line break or the like in it.'));
  });
});
