import { findInTables } from '@app/api/test-support/canaries';
import { until } from '@app/api/test-support/until';
import type { Answer, Generation } from '@app/contracts';
import { afterEach, expect, test } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { useFaults } from '../../src/faults.js';
import { expectInvariants } from '../../src/invariants.js';
import { newPerson, type Person } from '../../src/sign-in-person.js';
import { text } from '../../src/texts.js';
import { findInFolder, findInRedis } from '../../src/traces.js';
import { useWitnesses } from '../../src/witnesses.js';

const WHO = { name: 'Quillon Zephyrhart', handle: 'quillon.zephyrhart', verified: false };
const EMAIL = `${WHO.handle}@example.com`;
const PROMPT = 'a vermilion kestrel over saltmarsh 龘靐';
const NEGATIVE = 'no blurred zeppelins';
/** The last ones are parts: an index of words, or of pairs of signs, would keep them. */
const CANARIES = [WHO.name, EMAIL, WHO.handle, PROMPT, NEGATIVE, '龘靐', 'kestrel', 'zeppelin'];

const faults = useFaults({ FREE_ALLOWANCE: 'both' });
const witnesses = useWitnesses(faults.options);
const { product, database } = witnesses;
const visitors = useVisitors(product, useBrowser());

afterEach(() => expectInvariants(database));

const order = (person: Person): Promise<Generation> =>
  person.call('POST', '/images/generate', { prompt: PROMPT, negative_prompt: NEGATIVE, model: 'sd3.5-flash' });
const statusOf = async (path: string): Promise<number> => {
  const answer = await fetch(new URL(path, product.running.url));
  await answer.arrayBuffer();
  return answer.status;
};
const button = (page: Page, key: string) => page.getByRole('button', { name: text('en', key) });
const picture = (page: Page) => page.getByRole('img', { name: PROMPT });

/** Everything in which the product could keep something: its tables, files, Redis and logs. Postgres keeps its own files. */
async function traces(needles: readonly string[]): Promise<string[]> {
  const { running } = product;
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
  expect(await picture(page).count()).toBe(0);
}

test('an account that is deleted while a picture of it is made and others look at one leaves nothing of the person', async () => {
  const person = await newPerson(product.running.url, WHO);
  const { id: userId } = await person.call<Answer<'auth.me'>>('GET', '/auth/me');
  await person.call('POST', '/users/me/login');
  await database.giveCredits(userId, 20);
  const { id } = await order(person);
  await until(async () => (await person.call<Generation>('GET', `/images/generations/${id}`)).status === 'completed');
  await person.call('POST', `/images/${id}/favorite`);
  const { url: link } = await person.call<Answer<'images.share'>>('POST', `/images/${id}/share`);
  const { url: file } = await person.call<Answer<'images.show'>>('GET', `/images/${id}`);
  const { url: ticket } = await person.call<Answer<'images.createExport'>>('POST', '/images/exports', {
    format: 'zip',
  });
  const [identity] = await database.query<{ subject: string }[]>(`select subject from identities where user_id = $1`, [
    userId,
  ]);
  const needles = [...CANARIES, identity?.subject ?? 'no identity'];
  const second = await newPerson(product.running.url, WHO);
  const elsewhere = await visitors.as(second);
  await elsewhere.page.goto('/gallery');
  await picture(elsewhere.page).first().waitFor();
  const { page: reader } = await visitors.stranger();
  await reader.goto(link);
  await picture(reader).waitFor();
  const before = await traces(needles);
  for (const place of ['users.name', 'users.email', 'identities.subject', 'generations.prompt', 'email_tokens.email'])
    expect(before.filter((trace) => trace.startsWith(`${place}: `))).not.toEqual([]);

  await faults.arm('painted', 'pause');
  const { id: unfinished } = await order(person);
  const painter = await faults.happened('painted');
  const leaving = await visitors.as(person);
  await deleteInBrowser(leaving.page);

  for (const token of [person, second]) await expect(token.call('GET', '/auth/me')).rejects.toThrow('401');
  const refresh = { refresh_token: second.tokens.refresh_token };
  await expect(second.call('POST', '/auth/refresh', refresh)).rejects.toThrow('401');
  await expectGone(reader, link);
  await expectGone((await visitors.stranger()).page, link);
  expect(await statusOf(file ?? '')).toBe(404);
  expect(await statusOf(ticket)).toBe(404);

  process.kill(painter, 'SIGCONT');
  // As if the time after which nobody can write any more had passed.
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
  expect(await traces(needles)).toEqual([]);

  const [left] = await database.query<{ ledger: string; marks: string }[]>(
    `select (select count(*) from ledger_entries where user_id = $1) as ledger,
            (select count(*) from identity_marks) as marks`,
    [userId],
  );
  expect(Number(left?.ledger)).toBeGreaterThan(0);
  expect(left?.marks).toBe('1');

  const again = await newPerson(product.running.url, WHO);
  expect(await again.call<Answer<'quota.show'>>('GET', '/quota')).toMatchObject({
    remainingCredits: 0,
    totalCredits: 0,
  });
  const claim = await again.call<Answer<'dailyBonus.claim'>>('POST', '/users/me/login');
  expect(claim.dailyBonusClaimed).toBe(false);
  expect((await again.call<Answer<'quota.show'>>('GET', '/quota')).remainingCredits).toBe(0);
}, 240_000);
