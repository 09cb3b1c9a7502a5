import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { quotaCalls, type Answer } from '@app/contracts';
import { DataSource } from 'typeorm';
import { useApp, type SignedIn } from '../../../../test/support/app.js';
import { closeImage, creditLedger, giveUnits, submitImages } from '../../../../test/support/credits/credits.js';
import { parseCsv } from '../../../../test/support/http/csv.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';

const app = useApp();
const ledger = () => creditLedger(app.dataSource);

afterEach(() => expectInvariants(app.dataSource));

const ask = ({ token }: SignedIn, query = '') =>
  app.get<Answer<'quota.statement'>>(`/quota/statement${query}`, { token });
const askFile = ({ token }: SignedIn, query = '', language = 'en-US,en') =>
  app.get(`/quota/statement/export${query}`, { token, headers: { 'accept-language': language } });

/** Somebody with ten credits, one image delivered and one that failed. */
async function customer(): Promise<SignedIn> {
  const who = await app.signIn({ plan: 'pro' });
  await giveUnits(app.dataSource, who.userId, 100);
  for (const delivered of [true, false]) {
    const [imageId = ''] = (await submitImages(ledger(), who.userId)) ?? [];
    await closeImage(app.dataSource, ledger(), { userId: who.userId, imageId, delivered });
  }
  return who;
}

describe('GET /quota/statement', () => {
  test('answers in the shape of the contract and ends with the remaining credits', async () => {
    const who = await customer();
    const { status, body } = await ask(who);
    expect([status, body.success]).toEqual([200, true]);
    const { data, ...rest } = quotaCalls.statement.schemas.answer.parse(body.data);
    expect(rest).toEqual({ page: 1, limit: 20, total: 5, openingBalance: 0, closingBalance: 6.5 });
    expect(data.map(({ kind, credits, balance }) => [kind, credits, balance])).toEqual([
      ['return', 3.5, 6.5],
      ['hold', -3.5, 3],
      ['charge', 0, 6.5],
      ['hold', -3.5, 6.5],
      ['grant', 10, 10],
    ]);
    const quota = await app.get<Answer<'quota.show'>>('/quota', { token: who.token });
    expect(quota.body.data.remainingCredits).toBe(6.5);
  });

  test('gives a page of what is asked for', async () => {
    const { body } = await ask(await customer(), '?page=2&limit=1&kind=hold');
    const { data, ...rest } = quotaCalls.statement.schemas.answer.parse(body.data);
    expect(rest).toEqual({ page: 2, limit: 1, total: 2, openingBalance: 0, closingBalance: 6.5 });
    expect(data.map(({ id, kind }) => [id, kind])).toEqual([[2, 'hold']]);
  });

  test.each([
    ['?from=2026-02-30', 'query.from'],
    ['?to=soon', 'query.to'],
    ['?from=2026-03-02&to=2026-03-01', 'query.to'],
    ['?kind=settle', 'query.kind'],
    ['?page=0', 'query.page'],
    ['?user_id=1', 'query.user_id'],
  ])('refuses %s and names %s', async (query, path) => {
    const who = await app.signIn({ plan: 'pro' });
    const refused = await ask(who, query);
    expect([refused.status, refused.body.code, refused.body.details?.map((detail) => detail.path)]).toEqual([
      400,
      'VALIDATION_FAILED',
      [path],
    ]);
  });
});

describe('GET /quota/statement/export', () => {
  test('is a CSV file that spreadsheets read as UTF-8', async () => {
    const { status, headers, body } = await askFile(await customer());
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="credit-statement.csv"');
    expect(headers.get('cache-control')).toBe('no-store');
    const text = body as unknown as string;
    expect(text.startsWith('\uFEFF')).toBe(true);
    const cells = parseCsv(text.slice(1));
    expect(cells.map(([number, , kind, change, amount, balance]) => [number, kind, change, amount, balance])).toEqual([
      ['No.', 'Type', 'Change', 'Amount', 'Balance'],
      ['1', 'Received', '10', '10', '10'],
      ['2', 'Held', '-3.5', '3.5', '6.5'],
      ['3', 'Charged', '0', '3.5', '6.5'],
      ['4', 'Held', '-3.5', '3.5', '3'],
      ['5', 'Returned', '3.5', '3.5', '6.5'],
    ]);
  });

  test('speaks the language of the caller', async () => {
    const { body } = await askFile(await customer(), '?kind=charge', 'zh-CN,zh;q=0.9');
    const [head = [], row = []] = parseCsv((body as unknown as string).slice(1));
    expect([head.slice(2, 6), row[2], row[4]]).toEqual([['类型', '积分变动', '涉及积分', '余额'], '扣除', '3.5']);
  });

  test('has the filter in its name, and the names of the columns even without lines', async () => {
    const { headers, body } = await askFile(await customer(), '?from=2020-01-01&to=2020-01-31&kind=charge');
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="credit-statement-charge-from-2020-01-01-to-2020-01-31.csv"',
    );
    expect(parseCsv((body as unknown as string).slice(1))).toHaveLength(1);
  });

  test.each([
    ['?page=1', 'query.page'],
    ['?from=2026-03-02&to=2026-03-01', 'query.to'],
  ])('refuses %s and names %s', async (query, path) => {
    const refused = await askFile(await app.signIn({ plan: 'pro' }), query);
    expect([refused.status, refused.body.code, refused.body.details?.[0]?.path]).toEqual([
      400,
      'VALIDATION_FAILED',
      path,
    ]);
  });

  test('is an answer that can be read, not a broken file, when the database fails at the beginning', async () => {
    const who = await customer();
    const pool = (app.app.get(DataSource).driver as unknown as { master: { query: (asked: unknown) => unknown } })
      .master;
    const query = pool.query.bind(pool);
    const broken = jest.spyOn(pool, 'query').mockImplementation((asked) => {
      const { name } = asked as { name?: string };
      return name === 'quota-statement-batch' ? Promise.reject(new Error('gone')) : query(asked);
    });
    const { status, headers, body } = await askFile(who);
    broken.mockRestore();
    expect([status, body.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'application/json; charset=utf-8',
      null,
    ]);
  });

  test('is limited for each person', async () => {
    const who = await customer();
    const statuses = [];
    for (let call = 0; call < 21; call += 1) statuses.push((await askFile(who)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    expect((await askFile(await customer())).status).toBe(200);
  });
});

test.each(['/quota/statement', '/quota/statement/export'])('GET %s answers 401 without a token', async (path) => {
  const refused = await app.get(path);
  expect([refused.status, refused.body.code]).toEqual([401, 'UNAUTHENTICATED']);
});

test.each(['/quota/statement', '/quota/statement/export'])('GET %s shows nobody the lines of others', async (path) => {
  await customer();
  const stranger = await app.signIn({ plan: 'pro' });
  const { body } = await app.get(path, { token: stranger.token });
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  expect(text).not.toMatch(/a fox|Held|"hold"/);
});
