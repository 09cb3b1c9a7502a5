import { join } from 'node:path';
import type { Variables } from '../settings/config.js';
import { apiEnvironment, sandboxEnvironment, webEnvironment, type LaunchContext } from './environment.js';
import { DATA_PARTS, startOver } from '../settings/installation.js';
import { NodePart } from './node-part.js';
import type { PartName } from './part.js';
import type { Product } from '../settings/product.js';

export type PartVariables = Partial<Record<PartName, Variables>>;

export interface PartOptions {
  product: Product;
  context: LaunchContext;
  partEnv: PartVariables;
}

const WORKER_GRACE_MS = 27_000;
const GRACE_MS = 10_000;

export const logFile = (dataDir: string, name: string): string => join(dataDir, DATA_PARTS.logs, `${name}.log`);

const logHint = (file: string): string => `The whole log is in ${file}`;

export function sandboxPart({ product, context, partEnv }: PartOptions): NodePart {
  const { dataDir, external } = context.settings;
  const log = logFile(dataDir, 'sandbox');
  return new NodePart('sandbox', {
    script: product.sandbox,
    guard: product.guard,
    env: () => ({ ...sandboxEnvironment(context), ...partEnv.sandbox }),
    logFile: log,
    remedy: `${logHint(log)}; to begin anew without the data: ${startOver({ hasOwnDatabase: external.database })}`,
    graceMs: GRACE_MS,
  });
}

export function apiPart({ product, context, partEnv }: PartOptions): NodePart {
  const log = logFile(context.settings.dataDir, 'api');
  return new NodePart('api', {
    script: product.api,
    guard: product.guard,
    env: () => ({ ...apiEnvironment(context, 'api'), ...partEnv.api }),
    logFile: log,
    remedy: logHint(log),
    graceMs: GRACE_MS,
  });
}

export function workerPart({ product, context, partEnv }: PartOptions): NodePart {
  const log = logFile(context.settings.dataDir, 'worker');
  return new NodePart('worker', {
    script: product.worker,
    guard: product.guard,
    env: () => ({ ...apiEnvironment(context, 'worker'), ...partEnv.worker }),
    logFile: log,
    remedy: logHint(log),
    graceMs: WORKER_GRACE_MS,
  });
}

export function webPart({ product, context, partEnv }: PartOptions): NodePart {
  const log = logFile(context.settings.dataDir, 'web');
  return new NodePart('web', {
    script: product.web,
    guard: product.guard,
    env: () => ({ ...webEnvironment(context, product.webRoot), ...partEnv.web }),
    logFile: log,
    remedy: `Is the port ${context.ports.web} still free? ${logHint(log)}`,
    graceMs: GRACE_MS,
  });
}
