import type { Answer, Body, BatchWithRows } from '@app/contracts';
import { afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { DispatchBatches } from '../../../src/modules/batches/application/dispatch-batches.js';
import { BatchDispatcher } from '../../../src/modules/batches/jobs/batch-dispatcher.js';
import { row, rows } from '../../../src/platform/database/rows.js';
import type { Answered, SignedIn, TestApp, TestUser } from '../app.js';
import { giveUnits } from '../credits/credits.js';
import { expectInvariants } from '../credits/invariants.js';

type StartBody = Body<'batches.start'>;
export type Row = StartBody['rows'][number];

const PLENTY = 1_000;

/** Rows of one image each, told apart by their prompts. */
export const foxes = (count: number, more: Row = {}): Row[] =>
  Array.from({ length: count }, (_, n) => ({ prompt: `fox ${n + 1}`, ...more }));

/** Batches of an application in which nothing is dispatched by itself. */
export class BatchTests {
  constructor(readonly api: TestApp) {}

  /** Somebody with exactly these credits. */
  async person({ units = 100_000, ...user }: TestUser & { units?: number } = {}): Promise<SignedIn> {
    const person = await this.api.signIn({ plan: 'enterprise', ...user });
    if (units > 0) await giveUnits(this.api.dataSource, person.userId, units);
    return person;
  }

  ask({ token }: SignedIn, body: StartBody, headers: Record<string, string> = {}): Promise<Answered<BatchWithRows>> {
    return this.api.post<Answer<'batches.start'>>('/batches', { token, body, headers });
  }

  async start(by: SignedIn, list: Row[]): Promise<string> {
    const { status, body } = await this.ask(by, { rows: list });
    expect([status, body.details]).toEqual([202, undefined]);
    return body.data.id;
  }

  async show({ token }: SignedIn, id: string): Promise<BatchWithRows> {
    const { status, body } = await this.api.get<Answer<'batches.show'>>(`/batches/${id}`, { token });
    expect(status).toBe(200);
    return body.data;
  }

  call({ token }: SignedIn, id: string, name: 'pause' | 'resume' | 'stop' | 'retry'): Promise<Answered<BatchWithRows>> {
    return this.api.post<BatchWithRows>(`/batches/${id}/${name}`, { token });
  }

  /** One look of the dispatcher; answers how many rows it released. */
  dispatch(signal: AbortSignal = new AbortController().signal): Promise<number> {
    return this.api.app.get(DispatchBatches, { strict: false }).run(signal);
  }

  async statuses(by: SignedIn, id: string): Promise<string[]> {
    return (await this.show(by, id)).rows.map(({ status }) => status);
  }

  /** The generation of a row that was released. */
  async generationOf(by: SignedIn, id: string, number: number): Promise<string> {
    const found = (await this.show(by, id)).rows[number - 1]?.generation_id;
    if (!found) throw new Error(`row ${number} was not released`);
    return found;
  }

  /** Lets so many slots of the engine be free now. */
  async freeSlots(count: number): Promise<void> {
    await rows(
      this.api.dataSource,
      `insert into worker_slots (worker_id, engine, slots, until)
       select '00000000-0000-4000-8000-000000000001', 'studio', open + $1, now() + interval '1 hour'
         from (select count(*) as open from generations where status in ('pending', 'processing') and deadline > now()) g
        where open + $1 > 0
       on conflict (worker_id, engine) do update set slots = excluded.slots, until = excluded.until`,
      [count],
    );
  }

  /** Units of an account: free to spend, and held. */
  async balance({ userId }: SignedIn): Promise<{ available: number; reserved: number } | null> {
    return row(this.api.dataSource, `select available, reserved from credit_accounts where user_id = $1`, [userId]);
  }

  /** What a batch has left must not be released by the next test. */
  async endAll(): Promise<void> {
    await rows(
      this.api.dataSource,
      `with ended as (
         update batch_rows set end_status = 'cancelled', error_code = 'CANCELLED', finished_at = now()
          where generation_id is null and end_status is null
       )
       update batches set status = 'stopped', pause_reason = null, finished_at = now() where finished_at is null`,
    );
    // On a slow machine the queue would seem to stand still.
    await rows(
      this.api.dataSource,
      `update generations set created_at = now() where status in ('pending', 'processing')`,
    );
  }
}

/** Nothing is dispatched but by `dispatch()`; credits and batches are right after each test. */
export function useBatches(api: TestApp): BatchTests {
  const tests = new BatchTests(api);
  beforeAll(() => api.app.get(BatchDispatcher, { strict: false }).onModuleDestroy());
  beforeEach(() => tests.freeSlots(PLENTY));
  afterEach(async () => {
    await expectInvariants(api.dataSource);
    await tests.endAll();
  });
  return tests;
}
