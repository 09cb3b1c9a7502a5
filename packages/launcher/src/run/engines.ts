import { z } from 'zod';
import type { Variables } from '../settings/config.js';

export interface EngineInUse {
  id: string;
  models: string[];
}

const Models = z.object({ data: z.array(z.object({ id: z.string(), engine: z.string().nullable() })) });
const TIMEOUT_MS = 5000;

export async function readEngines(apiOrigin: string): Promise<EngineInUse[] | undefined> {
  try {
    const answer = await fetch(`${apiOrigin}/api/images/models`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const engines = new Map<string, string[]>();
    for (const { id, engine } of Models.parse(await answer.json()).data) {
      if (engine !== null) engines.set(engine, [...(engines.get(engine) ?? []), id]);
    }
    return [...engines].map(([id, models]) => ({ id, models }));
  } catch {
    return undefined;
  }
}

const hostOf = (address = ''): string => (URL.canParse(address) ? new URL(address).host : 'an unknown place');

function nameOf(id: string, userEnv: Variables): string {
  switch (id) {
    case 'studio':
      return 'the demo engine (no AI model), on this processor';
    case 'stability':
      return userEnv['STABILITY_BASE_URL']
        ? `the sandbox’s Stability AI at ${hostOf(userEnv['STABILITY_BASE_URL'])}`
        : 'Stability AI';
    case 'webui':
      return `your WebUI at ${hostOf(userEnv['WEBUI_URL'])}`;
  }
  return id;
}

export function describeEngines(engines: readonly EngineInUse[] | undefined, userEnv: Variables): string[] {
  if (!engines || engines.length === 0) return ['not known: the API does not say'];
  if (engines.every(({ id }) => id === 'studio')) {
    return [nameOf('studio', userEnv), 'for a real one, start with STABILITY_API_KEY or WEBUI_URL (README)'];
  }
  return engines.map(({ id, models }) => `${nameOf(id, userEnv)} (${models.join(', ')})`);
}
