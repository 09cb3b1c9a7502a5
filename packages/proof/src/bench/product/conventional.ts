import { fileURLToPath } from 'node:url';
import type { ConventionalReady, ConventionalSettings } from '../baselines/conventional/settings.js';
import { startChild } from './child.js';
import type { Api } from './services.js';

const SCRIPT = fileURLToPath(new URL('../baselines/conventional/server.js', import.meta.url));

export async function startConventional(settings: ConventionalSettings): Promise<Api> {
  const child = await startChild(SCRIPT, { message: settings });
  return { ...child, origin: `http://127.0.0.1:${(child.ready as ConventionalReady).port}` };
}
