import { findInTables } from '@app/api/test-support/canaries';
import { until } from '@app/api/test-support/until';
import type { Answer, Generation } from '@app/contracts';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ProductDatabase } from '../../src/product/database.js';
import { Faults } from '../../src/product/faults.js';
import type { Product } from '../../src/product/product.js';
import { signUp, type TestUser } from '../../src/users/test-user.js';
import { text } from '../../src/texts.js';
import { findInFolder, findInRedis } from '../../src/product/traces.js';
import { expect, test as base } from '../support/fault-fixtures.js';

const NAME = { name: 'Quillon Zephyrhart', handle: 'quillon.zephyrhart', verified: false };
const EMAIL = `${NAME.handle}@example.com`;
const PROMPT = 'a vermilion kestrel over saltmarsh 龘靐';
const NEGATIVE = 'no blurred zeppelins';
/** The last ones are fragments, which an index of words or of character pairs would keep. */
const CANARIES = [NAME.name, EMAIL, NAME.handle, PROMPT, NEGATIVE, '龘靐', 'kestrel', 'zeppelin'];

const test = base.extend<object, { faults: Faults }>({
  faults: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const faults = new Faults({ FREE_ALLOWANCE: 'both' });
      await use(faults);
      await faults.remove();
    },
    { scope: 'worker' },
  ],
});

const generate = (user: TestUser): Promise<Generation> =>
  user.call('POST', '/images/generate', { prompt: PROMPT, negative_prompt: NEGATIVE, model: 'sd3.5-flash' });
const statusOf = async (product: Product, path: string): Promise<number> => {
  const answer = await fetch(new URL(path, product.running.url));
  await answer.arrayBuffer();
  return answer.status;
};
const button = (page: Page, key: string) => page.getByRole('button', { name: text('en', key) });
const image = (page: Page) => page.getByRole('img', { name: PROMPT });

/** Searches tables, files, Redis and logs. */
async function findTraces(
  { running }: Product,
  database: ProductDatabase,
  needles: readonly string[],
): Promise<string[]> {
  const logs = await Promise.all(
    (['api', 'worker', 'web'] as const).map((part) => findInFolder(join(running.logFile(part), '..'), needles)),
  );
  return [
    ...(await findInTables(database, needles)),
    ...(await findInFolder(join(running.dataDir, 'storage'), needles)),
    ...(await findInFolder(join(running.dataDir, 'redis'), needles)),
    ...(await findInRedis(running.redisUrl, needles)),
    ...new Set(logs.flat()),
  ];
}

async function deleteInBrowser(page: Page): Promise<void> {
  await page.goto('/profile?tab=settings');
  await button(page, 'profile:deletion.start').click();
  await button(page, 'profile:deletion.next').click();
  await page.getByRole('dialog').getByRole('textbox').fill(EMAIL);
  await button(page, 'profile:deletion.confirm').click();
  await page.getByText(text('en', 'profile:deletion.goodbye')).waitFor();
}

async function expectGone(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('heading', { name: text('en', 'sharing:notFound.title') }).waitFor();
  expect(await image(page).count()).toBe(0);
}

test('a deleted account leaves no trace, even with a running generation and a shared image', async ({
  open,
  product,
  database,
  faults,
}) => {
  const user = await signUp(product.running.url, NAME);
  const { id: userId } = await user.call<Answer<'auth.me'>>('GET', '/auth/me');
  await user.call('POST', '/users/me/login');
  await database.giveCredits(userId, 20);
  const { id } = await generate(user);
  await until(async () => (await user.call<Generation>('GET', `/images/generations/${id}`)).status === 'completed');
  await user.call('POST', `/images/${id}/favorite`);
  const { url: link } = await user.call<Answer<'images.share'>>('POST', `/images/${id}/share`);
  const { url: file } = await user.call<Answer<'images.show'>>('GET', `/images/${id}`);
  const { url: ticket } = await user.call<Answer<'images.createExport'>>('POST', '/images/exports', {
    format: 'zip',
  });
  const [identity] = await database.query<{ subject: string }[]>(`select subject from identities where user_id = $1`, [
    userId,
  ]);
  const needles = [...CANARIES, identity?.subject ?? 'no identity'];
  const second = await signUp(product.running.url, NAME);
  const elsewhere = await open.asUser(second);
  await elsewhere.page.goto('/gallery');
  await image(elsewhere.page).first().waitFor();
  const { page: reader } = await open.asVisitor();
  await reader.goto(link);
  await image(reader).waitFor();
  const before = await findTraces(product, database, needles);
  for (const place of ['users.name', 'users.email', 'identities.subject', 'generations.prompt', 'email_tokens.email'])
    expect(before.filter((trace) => trace.startsWith(`${place}: `))).not.toEqual([]);

  await faults.arm('painted', 'pause');
  const { id: unfinished } = await generate(user);
  const worker = await faults.waitFor('painted');
  const leaving = await open.asUser(user);
  await deleteInBrowser(leaving.page);

  for (const token of [user, second]) await expect(token.call('GET', '/auth/me')).rejects.toThrow('401');
  const refresh = { refresh_token: second.tokens.refresh_token };
  await expect(second.call('POST', '/auth/refresh', refresh)).rejects.toThrow('401');
  await expectGone(reader, link);
  await expectGone((await open.asVisitor()).page, link);
  expect(await statusOf(product, file ?? '')).toBe(404);
  expect(await statusOf(product, ticket)).toBe(404);

  process.kill(worker, 'SIGCONT');
  // Moves the removal before the time in which processes may still write.
  await database.query(`update account_removals set requested_at = now() - interval '1 hour', due_at = now()`);
  await until(async () => {
    const [left] = await database.query<{ count: number }[]>(
      `select (select count(*) from account_removals where finished_at is null)
            + (select count(*) from object_deletions where done_at is null) as count`,
    );
    return Number(left?.count) === 0;
  }, 90_000);
  const storage = join(product.running.dataDir, 'storage');
  const files = await readdir(storage, { recursive: true });
  expect(files.filter((name) => name.includes(id) || name.includes(unfinished))).toEqual([]);
  expect(await findTraces(product, database, needles)).toEqual([]);

  const [left] = await database.query<{ ledger: string; marks: string }[]>(
    `select (select count(*) from ledger_entries where user_id = $1) as ledger,
            (select count(*) from identity_marks) as marks`,
    [userId],
  );
  expect(Number(left?.ledger)).toBeGreaterThan(0);
  expect(left?.marks).toBe('1');

  const again = await signUp(product.running.url, NAME);
  expect(await again.call<Answer<'quota.show'>>('GET', '/quota')).toMatchObject({
    remainingCredits: 0,
    totalCredits: 0,
  });
  const claim = await again.call<Answer<'dailyBonus.claim'>>('POST', '/users/me/login');
  expect(claim.dailyBonusClaimed).toBe(false);
  expect((await again.call<Answer<'quota.show'>>('GET', '/quota')).remainingCredits).toBe(0);
});
