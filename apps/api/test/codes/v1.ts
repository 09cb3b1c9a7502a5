import { createKey } from '../support/api-keys.js';
import { batchProbes } from './batches.js';
import { generationProbes } from './generations.js';
import { imageProbes } from './images.js';
import type { Stage } from './stage.js';
import type { Asked, GroupProbes } from './table.js';

type Probe = (stage: Stage) => Asked | Promise<Asked>;

/** What the web asks in a session, asked with a key of the same person. */
const byKey =
  (probe: Probe, wish: Parameters<Stage['withKey']>[1] = {}): Probe =>
  async (stage) => {
    const asked = await probe(stage);
    return asked.by ? { ...asked, by: await stage.withKey(asked.by, wish) } : asked;
  };

const ofTheWeb = new WeakSet<Probe>();
/** Whether the web's call is asked for the same refusal. */
export const isOfTheWeb = (probe: Probe): boolean => ofTheWeb.has(probe);

const byKeyEach = <C extends string>(refusals: Record<C, Probe>): Record<C, Probe> =>
  Object.fromEntries(
    Object.entries<Probe>(refusals).map(([code, probe]) => {
      const asked = byKey(probe);
      ofTheWeb.add(asked);
      return [code, asked];
    }),
  ) as Record<C, Probe>;

const somebody = async ({ person, withKey }: Stage): Promise<Asked> => ({ by: await withKey(await person()) });
async function switchedOff(stage: Stage): Promise<Asked> {
  const asked = await somebody(stage);
  stage.switchOffPublicApi();
  return asked;
}
const WITHOUT_ID = { success: somebody, refusals: { NOT_FOUND: switchedOff } };

const byKeyAll = <C extends string>({ success, refusals }: { success: Probe; refusals: Record<C, Probe> }) => ({
  success: byKey(success),
  refusals: byKeyEach(refusals),
});

const { generate, showGeneration, cancel } = generationProbes;
const { show, download, delete: remove } = imageProbes;
const { resume } = batchProbes;

const MCP_HEADERS = { accept: 'application/json, text/event-stream' };
const mcpProbe = (body?: Record<string, unknown>) => ({
  success: async (stage: Stage) => ({ ...(await somebody(stage)), headers: MCP_HEADERS, ...(body && { body }) }),
  refusals: { NOT_FOUND: switchedOff },
});
type McpProbes = Pick<GroupProbes<'service'>, 'mcp' | 'mcpStream' | 'mcpSession'>;
export const mcpProbes: McpProbes = {
  mcp: mcpProbe({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  mcpStream: mcpProbe(),
  mcpSession: mcpProbe(),
};

export const v1Probes: GroupProbes<'v1'> = {
  generate: {
    success: byKey(generate.success),
    refusals: {
      ...byKeyEach(generate.refusals),
      API_KEY_BUDGET_USED: async ({ api, person }) => {
        const by = await person();
        const { key } = await createKey(api, by, { daily_credits: 1 });
        return { by: { ...by, token: key }, body: { prompt: 'a fox' } };
      },
    },
  },
  showGeneration: byKeyAll(showGeneration),
  cancelGeneration: byKeyAll(cancel),
  listImages: {
    success: async (stage) => ({ ...(await byKey(imageProbes.list.success)(stage)), query: { style: 'enhance' } }),
    refusals: { NOT_FOUND: switchedOff },
  },
  showImage: byKeyAll(show),
  downloadImage: byKeyAll(download),
  deleteImage: byKeyAll(remove),
  showCredits: WITHOUT_ID,
  listModels: WITHOUT_ID,
  listBatches: byKeyAll(batchProbes.list),
  startBatch: byKeyAll(batchProbes.start),
  showBatch: byKeyAll(batchProbes.show),
  pauseBatch: byKeyAll(batchProbes.pause),
  resumeBatch: {
    success: byKey(resume.success),
    refusals: {
      ...byKeyEach(resume.refusals),
      API_KEY_BUDGET_USED: byKey(resume.success, { daily_credits: 1 }),
    },
  },
  stopBatch: byKeyAll(batchProbes.stop),
  retryBatch: byKeyAll(batchProbes.retry),
  deleteBatch: byKeyAll(batchProbes.delete),
  document: {
    success: () => ({}),
    refusals: {
      NOT_FOUND: ({ switchOffPublicApi }) => {
        switchOffPublicApi();
        return {};
      },
    },
  },
};
