import { brokenInvariants } from '@app/api/test-support/invariants';
import { keysOf } from '@app/api/test-support/painting';
import { expectGalleries } from '@app/api/test-support/gallery-rules';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '../random.js';
import type { ExpectedState } from './expected-state.js';
import { retryWhenLost } from './retry.js';
import { DEADLINE_SECONDS, type ProcessSlot, type Environment } from './environment.js';

/** What is forgotten never ends; this is far from what a busy machine needs for a sweep. */
const GRACE_SECONDS = 120;
const MOST_ATTEMPTS = 3;
const MOST_WALKS = 100;
const MOST_CLEANINGS = 5;

type Query = <T>(sql: string, params?: unknown[]) => Promise<T[]>;

/** Waits until no generation is open, stops workers and sweepers by `stop`, and returns every difference found. */
export async function verifySettled(
  environment: Environment,
  expected: ExpectedState,
  stop: () => void,
): Promise<string[]> {
  const query: Query = (sql, params) => environment.query(sql, params);
  const findings = await allEnded(query);
  // Makes pending purges and object deletions due.
  await query(`update images set purge_at = now() where deleted_at is not null and purged_at is null`);
  await query(`update object_deletions set due_at = now() where done_at is null`);
  const slot = environment.slot(new SeededRandom(0));
  for (let round = 0; round < 3; round += 1) {
    await slot.run('sweep', ({ sweeper }) => sweeper.sweep());
    await slot.run('sweep', ({ purging }) => purging.run());
  }
  stop();
  findings.push(...(await walkUntilClean(query, slot, environment)));
  findings.push(...(await generations(query, expected)));
  for (const userId of expected.users) findings.push(...(await account(query, environment, expected, userId)));
  findings.push(...(await visibility(query, expected)), ...(await engineCalls(query, environment)));
  for (const [name, rows] of Object.entries(
    await retryWhenLost(() => brokenInvariants(environment.parts.dataSource)),
  )) {
    findings.push(`afterwards, ${name}: ${JSON.stringify(rows)}`);
  }
  await retryWhenLost(() => expectGalleries(environment.parts.dataSource)).catch((error: unknown) =>
    findings.push(String(error)),
  );
  return findings;
}

/**
 * A write whose connection broke can arrive after its removal, and only the orphan collector finds that file; on a busy machine
 * it arrives during the walk.
 */
async function walkUntilClean(query: Query, slot: ProcessSlot, environment: Environment): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    const findings = [...(await walkAllFiles(query, slot)), ...(await files(query, environment))];
    if (findings.length === 0 || tries === MOST_CLEANINGS) return findings;
  }
}

/** A walk that a crashed process began is continued, so only the second complete walk covers all files. */
async function walkAllFiles(query: Query, slot: ProcessSlot): Promise<string[]> {
  for (let tries = 0, walks = 0; tries < MOST_WALKS; tries += 1) {
    const [clock] = await query<{ now: string }>(`select clock_timestamp()::text as now`);
    await slot.run('sweep', ({ collector }) => collector.collect({ graceMs: -60_000, everyMs: 0 }));
    const ended = await query(
      `select 1 from storage_walks where name = 'orphans' and position is null and finished_at >= $1::timestamptz`,
      [clock?.now],
    );
    walks += ended.length;
    if (walks === 2) return [];
    await sleep(100);
  }
  return ['the file walk never finished'];
}

async function allEnded(query: Query): Promise<string[]> {
  const end = performance.now() + (DEADLINE_SECONDS + GRACE_SECONDS) * 1_000;
  for (;;) {
    const open = await query<{ id: string }>(`select id from generations where finished_at is null`);
    if (open.length === 0) break;
    if (performance.now() > end) return open.map(({ id }) => `generation ${id} never ended`);
    await sleep(100);
  }
  const late = await query<{ id: string; attempt: number }>(
    `select id, attempt from generations
      where finished_at > created_at + $1 * interval '1 s' or attempt > ${MOST_ATTEMPTS}`,
    [DEADLINE_SECONDS + GRACE_SECONDS],
  );
  return late.map(({ id, attempt }) => `generation ${id} ended late, or after too many attempts (${attempt})`);
}

/** Compares the stored generations with the acknowledged ones. */
async function generations(query: Query, expected: ExpectedState): Promise<string[]> {
  const found = await query<{ id: string; user_id: string; count: number; status: string }>(
    `select id, user_id, count, status from generations`,
  );
  const accepted = new Map(
    expected.requests.flatMap((request) => (request.outcome === 'accepted' ? [[request.id, request] as const] : [])),
  );
  const findings = found.flatMap(({ id, user_id: userId, count, status }) => {
    const request = accepted.get(id);
    accepted.delete(id);
    if (!request) return [`generation ${id} was never acknowledged`];
    if (request.userId !== userId || request.count !== count) return [`generation ${id} differs from its request`];
    return request.isCancelled && status !== 'cancelled' ? [`generation ${id} was cancelled and is ${status}`] : [];
  });
  return [...findings, ...[...accepted.keys()].map((id) => `generation ${id} was acknowledged and is lost`)];
}

async function account(
  query: Query,
  environment: Environment,
  expected: ExpectedState,
  userId: string,
): Promise<string[]> {
  const [row] = await query<{ available: string; reserved: string; delivered: number }>(
    `select available, reserved, (select count(*)::int from images
                                   where user_id = $1 and status = 'completed') as delivered
       from credit_accounts where user_id = $1`,
    [userId],
  );
  const must = expected.available(userId, row?.delivered ?? 0, environment.freeMonthUnits);
  if (Number(row?.available) === must && Number(row?.reserved) === 0 && must >= 0) return [];
  return [`${userId} has ${row?.available} and holds ${row?.reserved}, must have ${must} and hold 0`];
}

async function visibility(query: Query, expected: ExpectedState): Promise<string[]> {
  const found = await query<{ id: string; hidden: boolean }>(`select id, deleted_at is not null as hidden from images`);
  return found.flatMap(({ id, hidden }) => {
    const wish = expected.visibility.get(id)?.state ?? 'shown';
    return hidden === (wish === 'hidden') ? [] : [`image ${id} is ${hidden ? 'hidden' : 'shown'}, expected ${wish}`];
  });
}

/** Every delivered image came from an engine call, and no image used more calls than allowed attempts. */
async function engineCalls(query: Query, environment: Environment): Promise<string[]> {
  const calls = new Map<string, number>();
  const findings: string[] = [];
  const seen = new Set<string>();
  for (const { requestId } of environment.engine.calls) {
    const imageId = requestId.split(':')[0] ?? '';
    calls.set(imageId, (calls.get(imageId) ?? 0) + 1);
    if (seen.has(requestId)) findings.push(`the engine was asked twice for ${requestId}`);
    seen.add(requestId);
  }
  for (const [id, times] of calls) {
    if (times > MOST_ATTEMPTS) findings.push(`the engine was asked ${times} times for image ${id}`);
  }
  const delivered = await query<{ id: string }>(`select id from images where status = 'completed'`);
  return [
    ...findings,
    ...delivered.filter(({ id }) => !calls.has(id)).map(({ id }) => `no engine call made image ${id}`),
  ];
}

/** Every image that can still be shown has its file, and no other file is left. */
async function files(query: Query, environment: Environment): Promise<string[]> {
  const owned = await query<{ key: string }>(
    `select object_key as key from images where object_key is not null and purged_at is null`,
  );
  const keys = new Set(await keysOf(environment.parts.storage));
  const lost = owned.filter(({ key }) => !keys.has(key)).map(({ key }) => `the file ${key} is lost`);
  const stem = (key: string): string => key.replace(/(\.w\d+)?\.\w+$/, '');
  const stems = new Set(owned.map(({ key }) => stem(key)));
  const orphans = [...keys].filter((key) => !stems.has(stem(key))).map((key) => `the file ${key} belongs to no image`);
  return [...lost, ...orphans];
}
