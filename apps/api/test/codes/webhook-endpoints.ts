import { WEBHOOK_ENDPOINTS_MAX, type Answer } from '@app/contracts';
import { randomUUID } from 'node:crypto';
import type { SignedIn } from '../support/app.js';
import { switchedOff } from './api-keys.js';
import type { Stage } from './stage.js';
import type { Asked, GroupProbes } from './table.js';

const body = { url: 'https://receiver.example/hook', events: ['credits.low'] };

async function created({ api }: Stage, { token }: SignedIn): Promise<string> {
  const { status, body: answer } = await api.post<Answer<'webhookEndpoints.create'>>('/webhook-endpoints', {
    token,
    body,
  });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(answer)}`);
  return answer.data.id;
}

/** Somebody and an endpoint of theirs. */
const withEndpoint = async (stage: Stage): Promise<Asked & { by: SignedIn; params: { id: string } }> => {
  const by = await stage.person();
  return { by, params: { id: await created(stage, by) } };
};

/** The endpoint is somebody else's. */
const foreign = async (stage: Stage): Promise<Asked> => ({
  ...(await withEndpoint(stage)),
  by: await stage.person(),
});

const withDelivery = async (stage: Stage): Promise<Asked> => {
  const { by, params } = await withEndpoint(stage);
  const { body: answer } = await stage.api.post<Answer<'webhookEndpoints.test'>>(
    `/webhook-endpoints/${params.id}/test`,
    by,
  );
  return { by, params: { ...params, delivery_id: answer.data.id } };
};

export const webhookEndpointProbes: GroupProbes<'webhookEndpoints'> = {
  list: { success: async ({ person }) => ({ by: await person() }), refusals: { NOT_FOUND: switchedOff } },
  create: {
    success: async ({ person }) => ({ by: await person(), body }),
    refusals: {
      NOT_FOUND: async (stage) => ({ ...(await switchedOff(stage)), body }),
      URL_NOT_ALLOWED: async ({ person }) => ({ by: await person(), body: { ...body, url: 'https://localhost/' } }),
      WEBHOOK_ENDPOINT_LIMIT: async (stage) => {
        const by = await stage.person();
        for (let n = 0; n < WEBHOOK_ENDPOINTS_MAX; n += 1) await created(stage, by);
        return { by, body };
      },
    },
  },
  update: {
    success: async (stage) => ({ ...(await withEndpoint(stage)), body: { enabled: false } }),
    refusals: {
      NOT_FOUND: async (stage) => ({ ...(await foreign(stage)), body: { enabled: false } }),
      URL_NOT_ALLOWED: async (stage) => ({ ...(await withEndpoint(stage)), body: { url: 'http://receiver.example/' } }),
    },
  },
  delete: { success: withEndpoint, refusals: { NOT_FOUND: foreign } },
  rotateSecret: { success: withEndpoint, refusals: { NOT_FOUND: foreign } },
  test: { success: withEndpoint, refusals: { NOT_FOUND: foreign } },
  deliveries: { success: withEndpoint, refusals: { NOT_FOUND: foreign } },
  replay: {
    success: withDelivery,
    refusals: {
      NOT_FOUND: async (stage) => {
        const { by, params } = await withEndpoint(stage);
        return { by, params: { ...params, delivery_id: randomUUID() } };
      },
    },
  },
};
