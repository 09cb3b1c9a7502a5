import { MCP_IMAGE_PIXELS, MCP_TOOL_NAMES, type ApiKeyScope, type NewApiKey } from '@app/contracts';
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { createKey } from '../../../test/support/api-keys.js';
import { useApp, type SignedIn } from '../../../test/support/app.js';
import { giveUnits } from '../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../test/support/credits/invariants.js';
import { row, rows } from '../../platform/database/rows.js';
import { deliverImage, failImage, storageOf } from '../../../test/support/images/work.js';
import { thumbnailKey } from '../images/files/object-keys.js';
import { WaitForGeneration } from './application/wait-for-generation.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none', PUBLIC_URL: 'http://lumina.example' } });

let person: SignedIn;
const open: Client[] = [];
beforeEach(async () => {
  person = await app.signIn();
  await giveUnits(app.dataSource, person.userId, 1_000);
});
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
  await expectInvariants(app.dataSource);
});

const keyWith = (...scopes: ApiKeyScope[]): Promise<NewApiKey> => createKey(app, person, { scopes });

async function connect(key: string, { headers = {}, era = 'auto' }: Connection = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
  open.push(client);
  const requestInit = { headers: { authorization: `Bearer ${key}`, ...headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${app.url}/api/mcp`), { requestInit }));
  return client;
}
interface Connection {
  headers?: Record<string, string>;
  /** `legacy`: the revisions of 2025 alone. */
  era?: 'auto' | 'legacy';
}

const call = (client: Client, name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> =>
  client.callTool({ name, arguments: args });
const textOf = ({ content }: CallToolResult): string => content.map((one) => ('text' in one ? one.text : '')).join('');
const dataOf = ({ structuredContent }: CallToolResult) => structuredContent as Record<string, unknown> & { id: string };

describe.each(['auto', 'legacy'] as const)('an agent that negotiates its revision by %s', (era) => {
  test('generates, waits for the image, and loads the whole of it with the same key', async () => {
    const { key, id: keyId } = await keyWith('generate', 'read');
    const client = await connect(key, { era });
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(MCP_TOOL_NAMES);

    const asked = { prompt: 'a fox', size: '9:21', idempotency_key: 'one' };
    const started = dataOf(await call(client, 'generate', asked));
    const { id } = started;
    expect(started).toMatchObject({ status: 'pending', price: 3.5, credits_left: 96.5 });
    expect(dataOf(await call(client, 'generate', asked))).toMatchObject({ id, credits_left: 96.5 });
    expect(await row(app.dataSource, `select api_key_id from holds where user_id = $1`, [person.userId])).toEqual({
      api_key_id: keyId,
    });

    const early = await call(client, 'wait', { id, seconds: 0 });
    expect(dataOf(early)).toMatchObject({ id, status: 'pending' });
    expect(textOf(early)).toMatch(/ waits at position \d of the queue, about \d+ s\. Call wait again\.$/m);
    const waiting = call(client, 'wait', { id });
    const { bytes } = await deliverImage(app, id);
    const completed = await waiting;
    const [text, image, link] = completed.content;
    expect(text).toMatchObject({ type: 'text', text: expect.stringContaining('is completed and used 3.5 credits') });
    // Its thumbnails are too tall, so that it is made from the file.
    const shown = await sharp(Buffer.from((image as { data: string }).data, 'base64')).metadata();
    expect([image, shown.format, shown.width]).toEqual([
      expect.objectContaining({ type: 'image', mimeType: 'image/webp' }),
      'webp',
      (await sharp(bytes).metadata()).width,
    ]);
    expect(link).toMatchObject({
      type: 'resource_link',
      mimeType: 'image/png',
      name: expect.stringMatching(/^[0-9a-f-]{36}\.png$/),
    });
    const address = new URL((link as { uri: string }).uri);
    expect(address.origin).toBe('http://lumina.example');
    const file = await fetch(`${app.url}${address.pathname}`, { headers: { authorization: `Bearer ${key}` } });
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);

    expect(dataOf(await call(client, 'list_images'))).toMatchObject({ total: 1, images: [{ generation_id: id }] });
    expect((await call(client, 'get_image', { id })).content.map(({ type }) => type)).toEqual([
      'text',
      'image',
      'resource_link',
    ]);
    expect(dataOf(await call(client, 'credits'))).toMatchObject({ remainingCredits: 96.5 });
    expect(textOf(await call(client, 'models'))).toMatch(/^Available: .*sd3\.5-medium/);
  });
});

test('a square image is shown from its thumbnail', async () => {
  const client = await connect((await keyWith('generate', 'read')).key);
  const { id } = dataOf(await call(client, 'generate', { prompt: 'a fox' }));
  const { key } = await deliverImage(app, id);
  const [, image] = (await call(client, 'get_image', { id })).content;
  const thumbnail = await storageOf(app).read(thumbnailKey(key, MCP_IMAGE_PIXELS));
  expect(image).toMatchObject({ data: thumbnail?.toString('base64') });
});

test('cancel returns the credits; what failed says so and what was returned', async () => {
  const client = await connect((await keyWith('generate', 'read')).key);
  const [one, other] = [
    dataOf(await call(client, 'generate', { prompt: 'a fox' })),
    dataOf(await call(client, 'generate', { prompt: 'a fox' })),
  ];
  expect(textOf(await call(client, 'cancel', { id: one.id }))).toContain('is cancelled, 3.5 credits were returned');
  await failImage(app, other.id, 'ENGINE_FAILED');
  const failed = await call(client, 'wait', { id: other.id });
  expect([failed.isError, textOf(failed)]).toEqual([
    undefined,
    expect.stringMatching(/ has ended without an image: \w.+ 3\.5 credits were returned\.$/m),
  ]);
  expect(dataOf(await call(client, 'credits'))).toMatchObject({ remainingCredits: 100 });
});

test('a wait ends with the state of the moment when the process ends', async () => {
  const waits = new WaitForGeneration(
    { show: () => Promise.resolve({ status: 'pending' } as never) },
    {
      subscribe: () => () => undefined,
    },
  );
  const waiting = waits.wait(
    { userId: person.userId, id: 'x', locale: 'en' },
    { seconds: 3_600, signal: new AbortController().signal },
  );
  waits.onModuleDestroy();
  expect(await waiting).toEqual({ status: 'pending' });
});

describe('a refusal is told as to a person', () => {
  const refusal = async (client: Client, name: string, args?: Record<string, unknown>): Promise<string> => {
    const result = await call(client, name, args);
    expect(result.isError).toBe(true);
    return textOf(result);
  };

  test('no credits left: how many, and where to get more', async () => {
    const poor = await app.signIn();
    const client = await connect((await createKey(app, poor)).key);
    const text = await refusal(client, 'generate', { prompt: 'a fox' });
    expect(text).toContain('Insufficient quota');
    expect(text).toContain('Credits left: 0. More credits: http://lumina.example/pricing');
    const zh = await connect((await createKey(app, poor)).key, { headers: { 'accept-language': 'zh' } });
    expect(await refusal(zh, 'generate', { prompt: 'a fox' })).toContain(
      '剩余积分：0。 获取更多积分：http://lumina.example/zh/pricing',
    );
  });

  test('the budget of the key is used', async () => {
    const client = await connect((await createKey(app, person, { daily_credits: 4 })).key);
    await call(client, 'generate', { prompt: 'a fox' });
    expect(await refusal(client, 'generate', { prompt: 'a fox' })).toMatch(/API_KEY_BUDGET_USED/);
  });

  test.each([
    ['an unknown generation', 'wait', { id: '00000000-0000-4000-8000-000000000000' }, 'NOT_FOUND'],
    ['no prompt', 'generate', { prompt: ' ' }, 'PROMPT_REQUIRED'],
    ['a model that does not exist', 'generate', { prompt: 'a fox', model: 'none' }, 'MODEL_NOT_SUPPORTED'],
    ['a field that does not exist', 'generate', { prompt: 'a fox', surprise: 1 }, 'surprise'],
    [
      'a wait that clients would not survive',
      'wait',
      { id: '00000000-0000-4000-8000-000000000000', seconds: 26 },
      '25',
    ],
  ])('%s', async (_, name, args, told) => {
    expect(await refusal(await connect((await keyWith('generate', 'read')).key), name, args)).toContain(told);
  });

  test('what belongs to somebody else is not there', async () => {
    const { id } = dataOf(await call(await connect((await keyWith('generate')).key), 'generate', { prompt: 'a fox' }));
    const stranger = await connect((await createKey(app, await app.signIn())).key);
    for (const name of ['wait', 'cancel', 'get_image'])
      expect(await refusal(stranger, name, { id })).toMatch(/NOT_FOUND/);
  });

  test('a sixty-first cancellation within a minute, those on the web among them', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const client = await connect((await keyWith('generate')).key);
    const path = `/images/generations/${id}/cancel`;
    for (let asked = 1; asked < 60; asked += 1)
      expect((await app.post(path, { token: person.token })).status).toBe(404);
    expect(await refusal(client, 'cancel', { id })).toMatch(/NOT_FOUND/);
    expect(await refusal(client, 'cancel', { id })).toMatch(/Try again in \d+ s\. \(RATE_LIMITED/);
    expect((await app.post(path, { token: person.token })).status).toBe(429);
  });

  test('each tool asks for its scope, and nothing is done without it', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const [reader, maker] = [
      await connect((await keyWith('read')).key),
      await connect((await keyWith('generate')).key),
    ];
    expect(await refusal(reader, 'generate', { prompt: 'a fox' })).toContain(
      'This key does not have the scope for this',
    );
    expect(await refusal(reader, 'cancel', { id })).toMatch(/SCOPE_MISSING/);
    for (const name of ['wait', 'get_image']) expect(await refusal(maker, name, { id })).toMatch(/SCOPE_MISSING/);
    for (const name of ['list_images', 'credits', 'models'])
      expect(await refusal(maker, name)).toMatch(/SCOPE_MISSING/);
    expect(await rows(app.dataSource, `select 1 from generations where user_id = $1`, [person.userId])).toEqual([]);
  });
});

describe('the door', () => {
  const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const headers = { accept: 'application/json, text/event-stream' };
  const post = (token: string, more: Record<string, string> = {}, body: unknown = LIST) =>
    app.post('/mcp', { token, body, headers: { ...headers, ...more } });

  test('answers with a request id and what is left of the limit', async () => {
    const { status, headers: answered } = await post((await keyWith('read')).key);
    expect([status, answered.get('x-request-id'), answered.get('ratelimit-remaining')]).toEqual([
      200,
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      expect.stringMatching(/^\d+$/),
    ]);
    expect([...answered.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test('refuses pages of other origins with 403', async () => {
    const { key } = await keyWith('read');
    for (const origin of ['https://elsewhere.example', 'http://lumina.example:8080', 'null']) {
      expect((await post(key, { origin })).status).toBe(403);
    }
    expect((await post(key, { origin: 'http://lumina.example' })).status).toBe(200);
  });

  test('refuses a session, and a key that has ended, with 401 at the next request', async () => {
    const { key, id } = await keyWith('read');
    const client = await connect(key);
    await rows(app.dataSource, `update api_keys set revoked_at = now() where id = $1`, [id]);
    await expect(client.callTool({ name: 'models', arguments: {} })).rejects.toThrow();
    for (const token of [person.token, key, 'none']) {
      const { status, body } = await post(token);
      expect([status, body.code]).toEqual([401, 'UNAUTHENTICATED']);
    }
  });

  test('has no streams and no sessions: 405', async () => {
    const { key: token } = await keyWith('read');
    for (const method of ['GET', 'DELETE'])
      expect((await app.request(method, '/mcp', { token, headers })).status).toBe(405);
    const listen = { ...LIST, method: 'subscriptions/listen' };
    expect(JSON.stringify((await post(token, {}, listen)).body)).toContain('error');
  });

  test('refuses bodies that are too large, no JSON, or no message', async () => {
    const { key } = await keyWith('read');
    expect((await post(key, {}, { ...LIST, params: { text: 'x'.repeat(70_000) } })).status).toBe(413);
    expect(
      (await app.post('/mcp', { token: key, raw: '{', headers: { 'content-type': 'application/json' } })).status,
    ).toBe(400);
    expect((await post(key, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(key, {}, { surprise: 1 })).status).toBe(400);
  });
});
