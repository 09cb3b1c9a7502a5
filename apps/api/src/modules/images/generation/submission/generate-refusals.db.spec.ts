import type { Answer, ErrorCode } from '@app/contracts';
import { ANNOUNCED_MODELS, failureSchema, NEGATIVE_PROMPT_MAX, PROMPT_MAX } from '@app/contracts';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createKey } from '../../../../../test/support/api-keys.js';
import { useApp, type SignedIn } from '../../../../../test/support/app.js';
import { databaseChecksum } from '../../../../../test/support/database/unchanged.js';
import { giveUnits } from '../../../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { deliverImage } from '../../../../../test/support/images/work.js';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { purgeImages } from '../../files/clean-up/purge-rows.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_FREE: '2' } });
/** Can afford anything, has nothing open. */
let rich: SignedIn;
/** Has two open generations, as many as it may, and 1.0 credits left. */
let busy: SignedIn;

const generate = (user: SignedIn, body: unknown, headers: Record<string, string> = {}) =>
  app.post('/images/generate', { token: user.token, body, headers });

beforeAll(async () => {
  rich = await app.signIn({ plan: 'enterprise' });
  await giveUnits(app.dataSource, rich.userId, 10_000);
  busy = await app.signIn();
  await giveUnits(app.dataSource, busy.userId, 80);
  for (let open = 0; open < 2; open += 1) {
    const accepted = await generate(busy, { prompt: 'a cat' }, { 'idempotency-key': `busy-${open}` });
    expect(accepted.status).toBe(202);
  }
});
afterEach(() => expectInvariants(app.dataSource));

/** The answer to a request that must change no row of any table. */
async function refused(user: SignedIn, body: unknown, headers?: Record<string, string>) {
  const before = await databaseChecksum(app.dataSource);
  const answer = await generate(user, body, headers);
  expect(await databaseChecksum(app.dataSource)).toEqual(before);
  const failure = failureSchema.parse(answer.body);
  return { status: answer.status, code: failure.code, details: failure.details, headers: answer.headers };
}

const blanks = {
  missing: undefined,
  empty: '',
  spaces: '   \n',
  'zero-width': '\u200b\ufeff',
  'full-width': '\u3000\u3000',
};

describe('what is wrong with a request itself changes nothing', () => {
  test.each(Object.entries(blanks))('a prompt that is %s', async (_, prompt) => {
    expect(await refused(rich, { prompt })).toMatchObject({
      status: 400,
      code: 'PROMPT_REQUIRED',
      details: [{ path: 'body.prompt', message: 'must not be blank' }],
    });
  });

  test('a prompt of half a character', async () => {
    const before = await databaseChecksum(app.dataSource);
    const sent = { token: rich.token, raw: '{"prompt":"\\ud800"}', headers: { 'content-type': 'application/json' } };
    const answer = await app.post('/images/generate', sent);
    expect(answer.body.code).toBe('PROMPT_REQUIRED');
    expect(await databaseChecksum(app.dataSource)).toEqual(before);
  });

  test.each<[string, Record<string, unknown>, ErrorCode, string]>([
    ['one character too many', { prompt: '𠮷'.repeat(PROMPT_MAX + 1) }, 'PROMPT_TOO_LONG', 'body.prompt'],
    ['too many once composed', { prompt: '\uFB2C'.repeat(PROMPT_MAX) }, 'PROMPT_TOO_LONG', 'body.prompt'],
    ['far too many characters', { prompt: 'x'.repeat(10_000) }, 'PROMPT_TOO_LONG', 'body.prompt'],
    [
      'a negative prompt that is too long',
      { prompt: 'a cat', negative_prompt: '一'.repeat(NEGATIVE_PROMPT_MAX + 1) },
      'NEGATIVE_PROMPT_TOO_LONG',
      'body.negative_prompt',
    ],
    ...[...ANNOUNCED_MODELS, 'stable-diffusion-xl', '__proto__', 'SD3.5-medium'].map(
      (model): [string, Record<string, unknown>, ErrorCode, string] => [
        `the model ${model}`,
        { prompt: 'a cat', model, quality: 'hd' },
        'MODEL_NOT_SUPPORTED',
        'body.model',
      ],
    ),
  ])('%s', async (_, body, code, path) => {
    expect(await refused(rich, body)).toMatchObject({ status: 400, code, details: [{ path }] });
  });

  test.each<[string, unknown]>([
    ['size', '3:1'],
    ['style', 'baroque'],
    ['quality', 'ultra'],
    ['output_format', 'svg'],
    ['output_format', 'gif'],
    ['seed', -1],
    ['seed', 4_294_967_295],
    ['seed', 1.5],
    ['seed', '7'],
    ['count', 0],
    ['count', -1],
    ['count', 1.5],
    ['count', 9],
    ['count', 1e9],
    ['count', '2'],
    ['prompt', 5],
    ['prompt', ['a']],
    ['negative_prompt', {}],
    ['model', ''],
    ['n', -1],
    ['n', 2],
    ['credits_used', 0],
    ['cost', 0],
    ['price', 0],
    ['unit_price', 1],
    ['status', 'completed'],
    ['user_id', '00000000-0000-4000-8000-000000000000'],
    ['id', '00000000-0000-4000-8000-000000000000'],
  ])('%s = %j', async (field, value) => {
    const answer = await refused(rich, { prompt: 'a cat', [field]: value });
    expect(answer).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', details: [{ path: `body.${field}` }] });
  });

  test.each(['a b', '', 'x'.repeat(256)])('the idempotency key %j', async (key) => {
    expect(await refused(rich, { prompt: 'a cat' }, { 'idempotency-key': key })).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      details: [{ path: 'headers.idempotency-key' }],
    });
  });

  test.each<[string, string, string | Buffer, number, ErrorCode]>([
    ['XML', 'text/xml', '<prompt/>', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a form', 'application/x-www-form-urlencoded', 'prompt=a', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['broken JSON', 'application/json', '{"prompt":', 400, 'MALFORMED_BODY'],
    ['a list', 'application/json', '[]', 400, 'VALIDATION_FAILED'],
    ['a huge body', 'application/json', JSON.stringify({ prompt: 'x'.repeat(1_000_000) }), 413, 'BODY_TOO_LARGE'],
  ])('%s', async (_, type, raw, status, code) => {
    const before = await databaseChecksum(app.dataSource);
    const answer = await app.post('/images/generate', { token: rich.token, raw, headers: { 'content-type': type } });
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    expect(await databaseChecksum(app.dataSource)).toEqual(before);
  });
});

describe('what one may not have changes nothing', () => {
  test.each([
    ['free', 2],
    ['pro', 5],
  ] as const)('more images than the %s plan allows', async (plan, count) => {
    const user = await app.signIn({ plan });
    await giveUnits(app.dataSource, user.userId, 1000);
    expect(await refused(user, { prompt: 'a cat', count })).toMatchObject({ status: 403, code: 'PLAN_LIMIT' });
  });

  test('a plan that ended a second ago counts at once, whatever the token was made for', async () => {
    const user = await app.signIn({ plan: 'pro' });
    await giveUnits(app.dataSource, user.userId, 1000);
    await app.dataSource.query(`update users set plan = 'free' where id = $1`, [user.userId]);
    expect(await refused(user, { prompt: 'a cat', count: 4 })).toMatchObject({ status: 403, code: 'PLAN_LIMIT' });
  });

  test.each([
    ['nothing', 0],
    ['1.0 credits', 10],
    ['3.4 credits', 34],
  ])('%s where an image costs 3.5', async (_, units) => {
    const user = await app.signIn();
    if (units > 0) await giveUnits(app.dataSource, user.userId, units);
    const before = await databaseChecksum(app.dataSource);
    const answer = await generate(user, { prompt: 'a cat' });
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 402, code: 'INSUFFICIENT_CREDITS' });
    expect(await databaseChecksum(app.dataSource)).toEqual(before);
  });

  test('more than its API key may spend today, though the credits are there', async () => {
    const user = await app.signIn();
    await giveUnits(app.dataSource, user.userId, 1000);
    const { key } = await createKey(app, user, { daily_credits: 3.5 });
    const spend = () => app.post('/v1/generate', { token: key, body: { prompt: 'a cat' } });
    expect((await spend()).status).toBe(202);
    expect(await spend()).toMatchObject({ status: 402, body: { code: 'API_KEY_BUDGET_USED' } });
  });

  test('more open generations than the plan allows, with the time to ask again', async () => {
    await giveUnits(app.dataSource, busy.userId, 1000);
    const answer = await refused(busy, { prompt: 'a cat' });
    expect(answer).toMatchObject({ status: 429, code: 'TOO_MANY_IN_FLIGHT' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('somebody who left, and somebody without a token', async () => {
    const user = await app.signIn();
    await giveUnits(app.dataSource, user.userId, 1000);
    await app.dataSource.query(`update users set deleted_at = now() where id = $1`, [user.userId]);
    expect(await refused(user, { prompt: 'a cat' })).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    expect(await refused({ ...user, token: 'a.b.c' }, { prompt: 'a cat' })).toMatchObject({ status: 401 });
  });
});

test('the most important reason is told: shape, prompt, length, model, plan, in flight, credits', async () => {
  const poor = await app.signIn();
  await giveUnits(app.dataSource, poor.userId, 70);
  for (let open = 0; open < 2; open += 1) await generate(poor, { prompt: 'a cat' });
  const long = 'x'.repeat(PROMPT_MAX + 1);
  const everything = { prompt: '', negative_prompt: long, model: 'dall-e-3', count: 4 };
  const order: [Record<string, unknown>, ErrorCode][] = [
    [{ ...everything, style: 'baroque' }, 'VALIDATION_FAILED'],
    [everything, 'PROMPT_REQUIRED'],
    [{ ...everything, prompt: long }, 'PROMPT_TOO_LONG'],
    [{ ...everything, prompt: 'a cat' }, 'NEGATIVE_PROMPT_TOO_LONG'],
    [{ prompt: 'a cat', model: 'dall-e-3', count: 4 }, 'MODEL_NOT_SUPPORTED'],
    [{ prompt: 'a cat', count: 4 }, 'PLAN_LIMIT'],
    [{ prompt: 'a cat' }, 'TOO_MANY_IN_FLIGHT'],
  ];
  for (const [body, code] of order) expect(await refused(poor, body)).toMatchObject({ code });
  await app.dataSource.query(`update users set plan = 'pro' where id = $1`, [poor.userId]);
  expect(await refused(poor, { prompt: 'a cat' })).toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
});

test('one key for two different requests is refused and changes nothing, also without credits for either', async () => {
  const key = { 'idempotency-key': 'busy-0' };
  expect(await refused(busy, { prompt: 'a dog' }, key)).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
  expect(await refused(busy, { prompt: 'a cat', style: 'anime' }, key)).toMatchObject({ status: 422 });
});

test('a request whose generation was deleted finds it gone, before and after its purge, and starts and costs nothing', async () => {
  const user = await app.signIn();
  await giveUnits(app.dataSource, user.userId, 1_000);
  const key = { 'idempotency-key': 'deleted' };
  const again = () => refused(user, { prompt: 'a cat' }, key);
  const { id } = (await generate(user, { prompt: 'a cat' }, key)).body.data as Answer<'images.generate'>;
  await deliverImage(app, id);
  await app.request('DELETE', `/images/${id}`, { token: user.token });
  const gone = { status: 404, code: 'NOT_FOUND' };
  expect(await again()).toMatchObject(gone);
  expect(await refused(user, { prompt: 'a dog' }, key)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  await app.dataSource.query(
    `update images set deleted_at = deleted_at - interval '10 s', purge_at = now() where id = $1`,
    [id],
  );
  expect(await inTransaction(app.dataSource, (tx) => purgeImages(tx, id))).toBe(1);
  expect(await again()).toMatchObject(gone);
});
