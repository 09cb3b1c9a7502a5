import type { Answer } from '@app/contracts';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createKey } from '../../../test/support/api-keys.js';
import { useApp } from '../../../test/support/app.js';
import { foxes, useBatches } from '../../../test/support/images/batches.js';
import { deliverImage } from '../../../test/support/images/work.js';
import { row, rows } from '../../platform/database/rows.js';
import { CONFIG } from '../../platform/config/config.module.js';
import type { Config } from '../../platform/config/config.js';

const api = useApp({ env: { FREE_ALLOWANCE: 'none' } });
const batches = useBatches(api);

/** As a restart with other settings would. */
const set = (changes: Partial<Config['features']>): void =>
  void Object.assign(api.app.get<Config>(CONFIG).features, changes);
afterEach(() => set({ batch: true, publicApi: true }));
const statusOf = (id: string) => row(api.dataSource, `select status, pause_reason from batches where id = $1`, [id]);

describe('without batches', () => {
  test('nothing of a batch that runs is released, so that nobody pays for what they cannot stop', async () => {
    const by = await batches.person({ units: 1_000 });
    const id = await batches.start(by, foxes(2));
    set({ batch: false });
    expect(await batches.dispatch()).toBe(0);
    expect(await batches.balance(by)).toEqual({ available: 1_000, reserved: 0 });
    set({ batch: true });
    expect(await batches.statuses(by, id)).toEqual(['waiting', 'waiting']);
    expect(await batches.dispatch()).toBe(2);
  });

  test('what was released ends as always, and what waits ends after its seven days', async () => {
    const by = await batches.person({ units: 1_000 });
    const id = await batches.start(by, foxes(2));
    await batches.freeSlots(1);
    await batches.dispatch();
    const released = await batches.generationOf(by, id, 1);
    set({ batch: false });
    await deliverImage(api, released);
    await batches.dispatch();
    expect(await statusOf(id)).toEqual({ status: 'running', pause_reason: null });
    await rows(api.dataSource, `update batches set expires_at = now() where id = $1`, [id]);
    await batches.dispatch();
    set({ batch: true });
    expect(await batches.statuses(by, id)).toEqual(['completed', 'cancelled']);
    expect(await statusOf(id)).toEqual({ status: 'stopped', pause_reason: null });
  });
});

describe('without the public API', () => {
  test('a batch that a key started is paused as if the key had ended, and one of the web goes on', async () => {
    const [program, person] = [await batches.person(), await batches.person()];
    const { key: token } = await createKey(api, program);
    const started = await api.post<Answer<'v1.startBatch'>>('/v1/batches', { token, body: { rows: foxes(2) } });
    const own = await batches.start(person, foxes(1));
    set({ publicApi: false });
    expect(await batches.dispatch()).toBe(1);
    expect(await statusOf(started.body.data.id)).toEqual({ status: 'paused', pause_reason: 'api_key_revoked' });
    expect(await batches.statuses(person, own)).toEqual(['pending']);
    expect((await batches.call(program, started.body.data.id, 'resume')).status).toBe(200);
    expect(await batches.dispatch()).toBe(2);
  });
});
