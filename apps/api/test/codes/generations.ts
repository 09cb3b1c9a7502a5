import { PROMPT_MAX, NEGATIVE_PROMPT_MAX, type Body } from '@app/contracts';
import { randomUUID } from 'node:crypto';
import { REJECTIONS_PER_HOUR } from '../../src/modules/images/generation/submission/rejected-prompts.js';
import { openEngine } from '../support/images/breaker.js';
import type { SignedIn } from '../support/app.js';
import { submit } from '../support/images/painting.js';
import { beginWork, failImage } from '../support/images/work.js';
import { ASIDE, type Stage } from './stage.js';
import type { Asked, GroupProbes } from './table.js';

type GenerationProbes = Pick<
  GroupProbes<'images'>,
  | 'generate'
  | 'listGenerations'
  | 'showGeneration'
  | 'deleteGeneration'
  | 'cancel'
  | 'batchDelete'
  | 'restore'
  | 'prompts'
>;

const order = (by: SignedIn, more: Partial<Body<'images.generate'>> = {}): Asked => ({
  by,
  body: { prompt: 'a fox', ...more },
});

/** Somebody's generation, asked for by somebody else. */
async function foreign({ person, generated }: Stage): Promise<{ by: SignedIn; id: string }> {
  const { id } = await generated(await person());
  return { by: await person(), id };
}
async function foreignById(stage: Stage): Promise<Asked> {
  const { by, id } = await foreign(stage);
  return { by, params: { id } };
}
async function ownById({ person, generated }: Stage): Promise<Asked & { by: SignedIn; params: { id: string } }> {
  const by = await person();
  return { by, params: { id: (await generated(by)).id } };
}
/** As often as an hour bears. */
async function refused({ api, person, generated }: Stage): Promise<SignedIn> {
  const by = await person({ plan: 'enterprise' });
  for (let n = 0; n < REJECTIONS_PER_HOUR; n += 1) {
    await failImage(api, (await generated(by)).id, 'CONTENT_REJECTED');
  }
  return by;
}
/** Deleted just now, so that it can come back. */
async function removed(stage: Stage): Promise<Asked> {
  const { by, params } = await ownById(stage);
  await stage.api.request('DELETE', `/images/generations/${params.id}`, { token: by.token });
  return { by, body: { generation_ids: [params.id] } };
}

export const generationProbes: GenerationProbes = {
  generate: {
    success: async ({ person }) => ({ ...order(await person(), { count: 2 }), headers: { 'idempotency-key': 'one' } }),
    refusals: {
      PROMPT_REQUIRED: async ({ person }) => order(await person(), { prompt: ' \u200b' }),
      PROMPT_TOO_LONG: async ({ person }) => order(await person(), { prompt: '狐'.repeat(PROMPT_MAX + 1) }),
      NEGATIVE_PROMPT_TOO_LONG: async ({ person }) =>
        order(await person(), { negative_prompt: '狐'.repeat(NEGATIVE_PROMPT_MAX + 1) }),
      MODEL_NOT_SUPPORTED: async ({ person }) => order(await person(), { model: 'dall-e-3' }),
      PLAN_LIMIT: async ({ person }) => order(await person({ plan: 'free' }), { count: 2 }),
      TOO_MANY_IN_FLIGHT: async ({ person, generated }) => {
        const by = await person({ plan: 'free' });
        await generated(by);
        return order(by);
      },
      INSUFFICIENT_CREDITS: async ({ api }) => order(await api.signIn()),
      TOO_MANY_REFUSALS: async (stage) => order(await stage.once('refused', () => refused(stage))),
      IDEMPOTENCY_KEY_REUSED: async ({ api, person }) => {
        const by = await person();
        const headers = { 'idempotency-key': 'two' };
        await api.post('/images/generate', { token: by.token, body: { prompt: 'a fox' }, headers });
        return { ...order(by, { prompt: 'a hare' }), headers };
      },
      NOT_FOUND: async (stage) => {
        const { by, id } = await foreign(stage);
        return order(by, { parent_id: id });
      },
      ENGINE_UNAVAILABLE: async ({ api, person, reset }) => {
        const by = await person();
        await reset();
        await openEngine(api.dataSource);
        return order(by);
      },
      BACKLOG_FULL: async ({ api, person, sql }) => {
        const { id } = await submit(api.dataSource, ASIDE);
        await sql(`update generations set created_at = created_at - interval '70 s' where id = $1`, [id]);
        return order(await person({ plan: 'free' }), { model: ASIDE.model });
      },
    },
  },
  listGenerations: {
    success: async ({ person, generated }) => {
      const by = await person();
      await generated(by);
      return { by, query: { page: '1', sort: 'prompt', order: 'asc' } };
    },
  },
  showGeneration: { success: ownById, refusals: { NOT_FOUND: foreignById } },
  deleteGeneration: { success: ownById, refusals: { NOT_FOUND: foreignById } },
  cancel: {
    success: ownById,
    refusals: {
      NOT_FOUND: foreignById,
      GENERATION_NOT_CANCELLABLE: async (stage) => {
        const asked = await ownById(stage);
        await beginWork(stage.api, asked.params.id);
        return asked;
      },
    },
  },
  batchDelete: {
    success: async (stage) => {
      const { by, params } = await ownById(stage);
      return { by, body: { generation_ids: [params.id] } };
    },
    refusals: {
      // All or nothing: one's own is not removed either.
      NOT_FOUND: async (stage) => {
        const { by, params } = await ownById(stage);
        return { by, body: { image_ids: [params.id, randomUUID()] } };
      },
    },
  },
  restore: {
    success: removed,
    refusals: {
      NOT_FOUND: async (stage) => {
        const { by, id } = await foreign(stage);
        return { by, body: { generation_ids: [id] } };
      },
      RESTORE_WINDOW_CLOSED: async (stage) => {
        const asked = await removed(stage);
        await stage.sql(`update images set purge_at = now() where user_id = $1`, [asked.by?.userId]);
        return asked;
      },
    },
  },
  prompts: {
    success: async ({ person, generated }) => {
      const by = await person();
      await generated(by);
      return { by };
    },
  },
};
