import { join } from 'node:path';
import { z } from 'zod';
import { machineVariables } from '../settings/config.js';
import { builderParts, vitePart } from './development.js';
import { apiEnvironment, apiOrigin, sandboxOrigin, type LaunchContext } from '../parts/environment.js';
import { keepEnvironment } from '../settings/environment-file.js';
import { DATA_PARTS, openInstallation } from '../settings/installation.js';
import { assertReachable } from './external.js';
import type { Start } from './launch-options.js';
import type { Part } from '../parts/part.js';
import { postgresPart, redisPart, type DatabasePart } from '../parts/service-part.js';
import { choosePorts, type PortRequest } from '../settings/ports.js';
import { keepPorts, readPorts } from '../settings/port-file.js';
import { apiPart, logFile, sandboxPart, webPart, workerPart, type PartOptions } from '../parts/product-parts.js';
import { registerWebhooks } from './register-webhooks.js';
import { runStep } from './progress.js';
import { runScript } from './run-script.js';
import { exactPortReason, findOtherSandboxUrls, needsSandbox } from '../settings/settings.js';

async function startTogether({ supervisor, progress }: Start, parts: readonly Part[]): Promise<void> {
  const results = await Promise.allSettled(
    parts.map((part) => runStep(progress, part.name, () => supervisor.start(part))),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function startDatabases(start: Start): Promise<Pick<LaunchContext, 'databaseUrl' | 'redisUrl'>> {
  const { options, settings, progress } = start;
  const { dataDir, external } = settings;
  const place = (name: 'postgres' | 'redis') => ({
    dir: join(dataDir, DATA_PARTS[name]),
    logFile: logFile(dataDir, name),
    durable: options.durable ?? true,
    onProgress: (message: string) => progress.say(message),
  });
  const { DATABASE_URL: database = '', REDIS_URL: cache = '' } = options.env ?? {};
  if (external.database) await assertReachable('DATABASE_URL', database, 5432);
  if (external.redis) await assertReachable('REDIS_URL', cache, 6379);
  const postgres: DatabasePart | undefined = external.database ? undefined : postgresPart(place('postgres'));
  const redis: DatabasePart | undefined = external.redis ? undefined : redisPart(place('redis'));
  await startTogether(
    start,
    [postgres, redis].filter((part) => part !== undefined),
  );
  return {
    databaseUrl: postgres?.url ?? database,
    redisUrl: redis?.url ?? cache,
  };
}

const SandboxReady = z.object({
  adminPageUrl: z.url(),
  inboxUrl: z.url(),
  environment: z.record(z.string(), z.string()),
});

function migrate({ product, settings, progress, signal }: Start, context: LaunchContext): Promise<void> {
  const log = logFile(settings.dataDir, 'migrations');
  const remedy = settings.external.database
    ? 'Is the Postgres at DATABASE_URL reachable, and may its user create tables?'
    : `The whole log is in ${log}; to begin anew without the data: npm start -- --reset`;
  const env = apiEnvironment(context, 'api');
  return runStep(progress, 'tables', () =>
    runScript({ name: 'migrations', script: product.migrate, env, logFile: log, remedy, signal }),
  );
}

function registerStripeWebhooks({ settings, signal }: Start, { ports }: LaunchContext): Promise<void> {
  const webhookUrl = `${apiOrigin(ports)}/api/webhooks/stripe`;
  const log = logFile(settings.dataDir, 'sandbox');
  return registerWebhooks({ sandboxUrl: sandboxOrigin(ports), webhookUrl, logFile: log, signal });
}

/** @throws PartError, PortBusyError, StoppedError */
export async function startProduct(start: Start): Promise<PartOptions> {
  const { options, settings, product, progress } = start;
  const wishes: PortRequest = {
    web: settings.webPort,
    exactReason: exactPortReason(settings),
    anyFree: options.anyFreePorts ?? true,
    previous: readPorts(settings.dataDir),
  };
  const { ports, busyWebPort } = await choosePorts(wishes);
  keepPorts(settings.dataDir, ports);
  if (busyWebPort !== undefined) {
    progress.say(`Port ${busyWebPort} is taken by another program; the web app is on port ${ports.web} instead`);
  }
  for (const name of findOtherSandboxUrls(settings, ports.sandbox)) {
    progress.say(`${name} leads to a sandbox elsewhere: this one is on port ${ports.sandbox}`);
  }
  const before = {
    machine: machineVariables(),
    userEnv: options.env ?? {},
    settings,
    installation: openInstallation(settings.dataDir, { hasOwnDatabase: settings.external.database }),
    ports,
  };
  const partEnv = options.partEnv ?? {};
  const sandbox = sandboxPart({
    product,
    partEnv,
    context: { ...before, databaseUrl: '', redisUrl: '', sandbox: undefined },
  });
  const [databases] = await Promise.all([
    startDatabases(start),
    needsSandbox(settings, ports.sandbox) ? startTogether(start, [sandbox]) : undefined,
  ]);
  const context: LaunchContext = {
    ...before,
    ...databases,
    sandbox: needsSandbox(settings, ports.sandbox) ? SandboxReady.parse(sandbox.readyMessage) : undefined,
  };
  const parts: PartOptions = { product, context, partEnv };
  keepEnvironment(settings.dataDir, apiEnvironment(context, 'api'));
  await migrate(start, context);
  if (context.sandbox && !settings.external.stripe) await registerStripeWebhooks(start, context);
  if (options.development) await startTogether(start, builderParts(parts));
  await startTogether(start, [
    workerPart(parts),
    apiPart(parts),
    options.development ? vitePart(parts) : webPart(parts),
  ]);
  return parts;
}
