import { priceUnits, type Plan, type SelectableModel } from '@app/contracts';
import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { DailyBonus } from '../../../src/modules/daily-bonus/application/daily-bonus.js';
import { AllowanceOwners } from '../../../src/modules/quota/application/allowance-owners.js';
import { CreditLedger } from '../../../src/modules/quota/application/credit-ledger.js';
import { FreeAllowance } from '../../../src/modules/quota/application/free-allowance.js';
import type { Config } from '../../../src/platform/config/config.js';
import { row, rows } from '../../../src/platform/database/rows.js';
import { inTransaction } from '../../../src/platform/database/transaction.js';
import type { UserEvents } from '../../../src/platform/events/user-events.js';
import { testConfig } from '../config.js';

/** Read once: nearly every test gives somebody credits. */
let usual: Config | undefined;

/** A ledger as one process has it; `environment` as in `testConfig`. */
export function creditLedger(dataSource: DataSource, environment?: Record<string, string>): CreditLedger {
  const config = environment ? testConfig(environment) : (usual ??= testConfig());
  const owners = new AllowanceOwners(config);
  return new CreditLedger(dataSource, new FreeAllowance(dataSource, owners, config), owners);
}

/** The daily bonus as one process has it. */
export const dailyBonus = (dataSource: DataSource, config: Config, events: UserEvents): DailyBonus =>
  new DailyBonus(dataSource, creditLedger(dataSource), new AllowanceOwners(config), config, events);

/** A person who signed in with GitHub as `subject`; answers the user's id. */
export async function createUser(dataSource: DataSource, person: { plan?: Plan; subject?: string } = {}) {
  const user = await row<{ id: string }>(dataSource, `insert into users (name, plan) values ('A', $1) returning id`, [
    person.plan ?? 'free',
  ]);
  if (!user) throw new Error('no user');
  await rows(dataSource, `insert into identities (provider, subject, user_id) values ('github', $1, $2)`, [
    person.subject ?? randomUUID(),
    user.id,
  ]);
  return user.id;
}

/** `seconds` until it expires (negative: expired since); never when left out. Answers the grant's id. */
export async function giveUnits(
  dataSource: DataSource,
  userId: string,
  units: number,
  seconds?: number,
): Promise<number> {
  const sourceKey = `adj:${randomUUID()}`;
  const ledger = creditLedger(dataSource);
  await inTransaction(dataSource, (tx) =>
    ledger.grant(tx, { userId, kind: 'adjustment', sourceKey, units, expiresAt: null }),
  );
  const grant = await row<{ id: number }>(dataSource, `select id from credit_grants where source_key = $1`, [
    sourceKey,
  ]);
  if (!grant) throw new Error('no grant');
  if (seconds !== undefined) await moveExpiry(dataSource, grant.id, seconds);
  return grant.id;
}

/** Lets a grant expire in `seconds` (negative: since then). */
export async function moveExpiry(dataSource: DataSource, grantId: number, seconds: number): Promise<void> {
  await rows(dataSource, `update credit_grants set expires_at = now() + $2 * interval '1 s' where id = $1`, [
    grantId,
    seconds,
  ]);
}

let seq = 0;

/** Rows of one generation with `count` open images, as a submission writes them; answers the images' ids. */
export async function insertImages(
  tx: EntityManager,
  userId: string,
  { model, count }: { model: SelectableModel; count: number },
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await rows(
    tx,
    `insert into generations (id, user_id, seq, prompt, model, style, size, quality, output_format, seed, count,
                              unit_price, priority, deadline)
     values ($1, $2, $3, 'a fox', $4, 'enhance', '1:1', 'standard', 'png', 1, $5, $6, 10, now() + interval '240 s')`,
    [ids[0], userId, ++seq, model, count, priceUnits(model)],
  );
  await rows(
    tx,
    `insert into images (id, generation_id, user_id, idx, seq, seed, width, height)
     select id, $2, $3, n - 1, $4 + n, 1, 64, 64 from unnest($1::uuid[]) with ordinality as i (id, n)`,
    [ids, ids[0], userId, seq],
  );
  seq += count;
  return ids;
}

/** What a submission does to credits and rows; the images' ids, or null when the account could not afford them. */
export function submitImages(
  ledger: CreditLedger,
  userId: string,
  { model = 'sd3.5-medium', count = 1 }: { model?: SelectableModel; count?: number } = {},
): Promise<string[] | null> {
  const units = priceUnits(model);
  return ledger.spend(userId, async (tx) => {
    if (!(await ledger.debit(tx, userId, units * count))) return null;
    const ids = await insertImages(tx, userId, { model, count });
    await ledger.hold(
      tx,
      userId,
      ids.map((imageId) => ({ imageId, units })),
    );
    return ids;
  });
}

/**
 * Closes an image as a worker or the sweep does: settled when delivered, given back when not, and the generation once
 * nothing of it is open. False when it was closed before.
 */
export function closeImage(
  dataSource: DataSource,
  ledger: CreditLedger,
  image: { userId: string; imageId: string; delivered: boolean },
): Promise<boolean> {
  const { userId, imageId, delivered } = image;
  return inTransaction(dataSource, async (tx) => {
    const closed = delivered ? await ledger.settle(tx, userId, imageId) : await ledger.returnHold(tx, userId, imageId);
    if (!closed) return false;
    await rows(
      tx,
      delivered
        ? `update images set status = 'completed', finished_at = now(), object_key = 'pictures/' || id, format = 'png',
                  bytes = 1, sha256 = '\\x00' where id = $1`
        : `update images set status = 'failed', error_code = 'ENGINE_FAILED', finished_at = now() where id = $1`,
      [imageId],
    );
    await rows(
      tx,
      `update generations g set finished_at = now(), status = case when exists (
          select 1 from images where generation_id = g.id and status = 'completed') then 'completed' else 'failed' end
        where id = (select generation_id from images where id = $1)
          and not exists (select 1 from images where generation_id = g.id and status in ('pending', 'processing'))`,
      [imageId],
    );
    return true;
  });
}
