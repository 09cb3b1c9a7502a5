import { brokenInvariants } from '@app/api/test-support/invariants';
import { keysOf } from '@app/api/test-support/painting';
import { expectShelves } from '@app/api/test-support/shelves';
import { setTimeout as sleep } from 'node:timers/promises';
import { Chance } from '../chance.js';
import type { Model } from './model.js';
import { patiently } from './patiently.js';
import { DEADLINE_SECONDS, type Host, type World } from './world.js';

/** For the sweep after the deadline, on a busy machine. */
const GRACE_SECONDS = 15;
const MOST_ATTEMPTS = 3;
const MOST_WALKS = 100;

type Ask = <T>(sql: string, params?: unknown[]) => Promise<T[]>;

/** Waits until nothing is open, lets `stop` end workers and sweepers, and answers what is not as it must be. */
export async function settle(world: World, model: Model, stop: () => void): Promise<string[]> {
  const ask: Ask = (sql, params) => world.ask(sql, params);
  const findings = await allEnded(ask);
  // What was removed becomes final, and what nobody owns is due.
  await ask(`update images set purge_at = now() where deleted_at is not null and purged_at is null`);
  await ask(`update object_deletions set due_at = now() where done_at is null`);
  const host = world.host(new Chance(0));
  for (let round = 0; round < 3; round += 1) await host.run('sweep', ({ sweeper }) => sweeper.sweep());
  // A write whose connection broke may arrive after its removal: nobody knows of such a file but the collector.
  stop();
  findings.push(...(await walkThroughAll(ask, host)));
  findings.push(...(await generations(ask, model)));
  for (const userId of model.people) findings.push(...(await account(ask, world, model, userId)));
  findings.push(...(await wishes(ask, model)), ...(await painting(ask, world)), ...(await files(ask, world)));
  for (const [name, rows] of Object.entries(await patiently(() => brokenInvariants(world.parts.dataSource)))) {
    findings.push(`afterwards, ${name}: ${JSON.stringify(rows)}`);
  }
  await patiently(() => expectShelves(world.parts.dataSource)).catch((error: unknown) => findings.push(String(error)));
  return findings;
}

/** The walk that somebody who died has begun goes on where it was: only the one after it sees everything. */
async function walkThroughAll(ask: Ask, host: Host): Promise<string[]> {
  for (let tries = 0, walks = 0; tries < MOST_WALKS; tries += 1) {
    const [clock] = await ask<{ now: string }>(`select clock_timestamp()::text as now`);
    await host.run('sweep', ({ collector }) => collector.collect({ graceMs: -60_000, everyMs: 0 }));
    const ended = await ask(
      `select 1 from storage_walks where name = 'orphans' and position is null and finished_at >= $1::timestamptz`,
      [clock?.now],
    );
    walks += ended.length;
    if (walks === 2) return [];
    // Another process may be on its way still.
    await sleep(100);
  }
  return ['files were never walked through to the end'];
}

async function allEnded(ask: Ask): Promise<string[]> {
  const end = performance.now() + (DEADLINE_SECONDS + GRACE_SECONDS) * 1_000;
  for (;;) {
    const open = await ask<{ id: string }>(`select id from generations where finished_at is null`);
    if (open.length === 0) break;
    if (performance.now() > end) return open.map(({ id }) => `generation ${id} never ended`);
    await sleep(100);
  }
  const late = await ask<{ id: string; attempt: number }>(
    `select id, attempt from generations
      where finished_at > created_at + $1 * interval '1 s' or attempt > ${MOST_ATTEMPTS}`,
    [DEADLINE_SECONDS + GRACE_SECONDS],
  );
  return late.map(({ id, attempt }) => `generation ${id} ended late, or after too many attempts (${attempt})`);
}

/** Everything that was acknowledged is there, and nothing else. */
async function generations(ask: Ask, model: Model): Promise<string[]> {
  const found = await ask<{ id: string; user_id: string; count: number; status: string }>(
    `select id, user_id, count, status from generations`,
  );
  const accepted = new Map(
    model.requests.flatMap((request) => (request.outcome === 'accepted' ? [[request.id, request] as const] : [])),
  );
  const findings = found.flatMap(({ id, user_id: userId, count, status }) => {
    const request = accepted.get(id);
    accepted.delete(id);
    if (!request) return [`generation ${id} was acknowledged to nobody`];
    if (request.userId !== userId || request.count !== count) return [`generation ${id} is not what was asked for`];
    return request.isTakenBack && status !== 'cancelled' ? [`generation ${id} was taken back and is ${status}`] : [];
  });
  return [...findings, ...[...accepted.keys()].map((id) => `generation ${id} was acknowledged and is lost`)];
}

async function account(ask: Ask, world: World, model: Model, userId: string): Promise<string[]> {
  const [row] = await ask<{ available: string; reserved: string; delivered: number }>(
    `select available, reserved, (select count(*)::int from images
                                   where user_id = $1 and status = 'completed') as delivered
       from credit_accounts where user_id = $1`,
    [userId],
  );
  const must = model.available(userId, row?.delivered ?? 0, world.freeMonthUnits);
  if (Number(row?.available) === must && Number(row?.reserved) === 0 && must >= 0) return [];
  return [`${userId} has ${row?.available} and holds ${row?.reserved}, must have ${must} and hold 0`];
}

async function wishes(ask: Ask, model: Model): Promise<string[]> {
  const found = await ask<{ id: string; hidden: boolean }>(`select id, deleted_at is not null as hidden from images`);
  return found.flatMap(({ id, hidden }) => {
    const wish = model.wishes.get(id)?.wish ?? 'shown';
    return hidden === (wish === 'hidden') ? [] : [`picture ${id} is ${hidden ? 'hidden' : 'shown'}, wished ${wish}`];
  });
}

/** No picture without a painter's work, and never more of it than is paid for. */
async function painting(ask: Ask, world: World): Promise<string[]> {
  const calls = new Map<string, number>();
  const findings: string[] = [];
  const seen = new Set<string>();
  for (const { requestId } of world.engine.calls) {
    const imageId = requestId.split(':')[0] ?? '';
    calls.set(imageId, (calls.get(imageId) ?? 0) + 1);
    if (seen.has(requestId)) findings.push(`the engine was asked twice for ${requestId}`);
    seen.add(requestId);
  }
  for (const [id, times] of calls) {
    if (times > MOST_ATTEMPTS) findings.push(`the engine was asked ${times} times for picture ${id}`);
  }
  const delivered = await ask<{ id: string }>(`select id from images where status = 'completed'`);
  return [...findings, ...delivered.filter(({ id }) => !calls.has(id)).map(({ id }) => `nobody painted picture ${id}`)];
}

/** Each delivered picture that can come back has its file, and no file is left of anything else. */
async function files(ask: Ask, world: World): Promise<string[]> {
  const owned = await ask<{ key: string }>(
    `select object_key as key from images where object_key is not null and purged_at is null`,
  );
  const keys = new Set(await keysOf(world.parts.storage));
  const lost = owned.filter(({ key }) => !keys.has(key)).map(({ key }) => `the file ${key} is lost`);
  const stem = (key: string): string => key.replace(/(\.w\d+)?\.\w+$/, '');
  const stems = new Set(owned.map(({ key }) => stem(key)));
  const orphans = [...keys].filter((key) => !stems.has(stem(key))).map((key) => `the file ${key} is nobody's`);
  return [...lost, ...orphans];
}
