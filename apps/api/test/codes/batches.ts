import {
  NEGATIVE_PROMPT_MAX,
  PLAN_TERMS,
  PROMPT_MAX,
  UNFINISHED_BATCHES_MAX,
  type Answer,
  type Body,
} from '@app/contracts';
import type { SignedIn, TestUser } from '../support/app.js';
import type { Stage } from './stage.js';
import type { Asked, GroupProbes } from './table.js';

type Row = Body<'batches.start'>['rows'][number];
type Started = Asked & { by: SignedIn; params: { id: string } };

const order = (by: SignedIn, row: Row = {}): Asked => ({ by, body: { rows: [{ prompt: 'a fox', ...row }] } });

async function started({ api, person }: Stage, user: TestUser = {}, by?: SignedIn): Promise<Started> {
  const starter = by ?? (await person(user));
  const { body } = order(starter);
  const answer = await api.post<Answer<'batches.start'>>('/batches', { token: starter.token, body });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return { by: starter, params: { id: answer.body.data.id } };
}
async function stopped(stage: Stage): Promise<Started> {
  const asked = await started(stage);
  await stage.api.post(`/batches/${asked.params.id}/stop`, { token: asked.by.token });
  return asked;
}
/** Its last row has ended, and that was written down. */
async function closed(stage: Stage): Promise<Started> {
  const asked = await stopped(stage);
  await stage.sql(`update batches set closed_at = now() where id = $1`, [asked.params.id]);
  return asked;
}
async function paused(stage: Stage): Promise<Started> {
  const asked = await started(stage);
  await stage.api.post(`/batches/${asked.params.id}/pause`, { token: asked.by.token });
  return asked;
}
async function foreign(stage: Stage): Promise<Asked> {
  return { by: await stage.person(), params: (await started(stage)).params };
}
/** A paused batch, while another of the same person runs. */
async function overtaken(stage: Stage, first: (stage: Stage) => Promise<Started>): Promise<Started> {
  const asked = await first(stage);
  await started(stage, {}, asked.by);
  return asked;
}
/** As many paused batches as a person may have, and beside them one that was stopped. */
async function crowded(stage: Stage): Promise<Started> {
  const asked = await stopped(stage);
  for (let batch = 0; batch < UNFINISHED_BATCHES_MAX; batch += 1) {
    const { params } = await started(stage, {}, asked.by);
    await stage.api.post(`/batches/${params.id}/pause`, { token: asked.by.token });
  }
  return asked;
}
const crowd = (stage: Stage): Promise<Started> => stage.once('crowd', () => crowded(stage));
const switchedOff =
  (asked: (by: SignedIn) => Asked) =>
  async ({ person, withoutBatches }: Stage): Promise<Asked> => {
    const by = await person();
    withoutBatches();
    return asked(by);
  };

export const batchProbes: GroupProbes<'batches'> = {
  check: {
    success: async ({ person }) => order(await person(), { count: 2 }),
    refusals: { NOT_FOUND: switchedOff(order) },
  },
  start: {
    success: async ({ person }) => ({ ...order(await person()), headers: { 'idempotency-key': 'one' } }),
    refusals: {
      PROMPT_REQUIRED: async ({ person }) => order(await person(), { prompt: ' \u200b' }),
      PROMPT_TOO_LONG: async ({ person }) => order(await person(), { prompt: '狐'.repeat(PROMPT_MAX + 1) }),
      NEGATIVE_PROMPT_TOO_LONG: async ({ person }) =>
        order(await person(), { negative_prompt: '狐'.repeat(NEGATIVE_PROMPT_MAX + 1) }),
      MODEL_NOT_SUPPORTED: async ({ person }) => order(await person(), { model: 'dall-e-3' }),
      NOT_FOUND: switchedOff(order),
      PLAN_LIMIT: async ({ person }) => {
        const rows = Array.from({ length: PLAN_TERMS.pro.batchLimit + 1 }, () => ({ prompt: 'a fox' }));
        return { by: await person({ plan: 'pro' }), body: { rows } };
      },
      BATCH_RUNNING: async (stage) => order((await started(stage)).by),
      BATCH_LIMIT: async (stage) => order((await crowd(stage)).by),
      IDEMPOTENCY_KEY_REUSED: async ({ api, person }) => {
        const by = await person();
        const headers = { 'idempotency-key': 'two' };
        await api.post('/batches', { token: by.token, body: { rows: [{ prompt: 'a fox' }] }, headers });
        return { ...order(by, { prompt: 'a hare' }), headers };
      },
    },
  },
  list: {
    success: async (stage) => ({ by: (await started(stage)).by, query: { page: '1' } }),
    refusals: { NOT_FOUND: switchedOff((by) => ({ by })) },
  },
  show: { success: started, refusals: { NOT_FOUND: foreign } },
  pause: { success: started, refusals: { NOT_FOUND: foreign, BATCH_FINISHED: stopped } },
  resume: {
    success: paused,
    refusals: {
      NOT_FOUND: foreign,
      BATCH_FINISHED: stopped,
      BATCH_RUNNING: (stage) => overtaken(stage, paused),
      PLAN_LIMIT: async (stage) => {
        const asked = await paused(stage);
        await stage.sql(`update users set plan = 'free' where id = $1`, [asked.by.userId]);
        return asked;
      },
      INSUFFICIENT_CREDITS: async (stage) => {
        const by = await stage.api.signIn({ plan: 'pro' });
        const asked = await started(stage, {}, by);
        await stage.api.post(`/batches/${asked.params.id}/pause`, { token: by.token });
        return asked;
      },
    },
  },
  stop: { success: started, refusals: { NOT_FOUND: foreign, BATCH_FINISHED: stopped } },
  delete: { success: closed, refusals: { NOT_FOUND: foreign, BATCH_UNFINISHED: started } },
  retry: {
    success: stopped,
    refusals: {
      NOT_FOUND: foreign,
      PLAN_LIMIT: async (stage) => {
        const asked = await stopped(stage);
        await stage.sql(`update users set plan = 'free' where id = $1`, [asked.by.userId]);
        return asked;
      },
      BATCH_RUNNING: (stage) => overtaken(stage, stopped),
      BATCH_LIMIT: crowd,
      BATCH_NOTHING_TO_RETRY: started,
      IDEMPOTENCY_KEY_REUSED: async (stage) => {
        const asked = await stopped(stage);
        const headers = { 'idempotency-key': 'three' };
        await stage.api.post('/batches', { token: asked.by.token, body: { rows: [{ prompt: 'a fox' }] }, headers });
        return { ...asked, headers };
      },
    },
  },
};
