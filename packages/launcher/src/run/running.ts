import { PART_NAMES, PartError, type PartName } from '../parts/part.js';
import { watchErrors } from '../processes/error-watch.js';
import { LogFile } from '../processes/log-file.js';
import type { EngineInUse } from './engines.js';
import { apiOrigin, sandboxOrigin, webOrigin, type LaunchContext } from '../parts/environment.js';
import { logFile, type PartOptions } from '../parts/product-parts.js';
import type { RunFile } from './run-file.js';
import { StoppedError, type Supervisor } from './supervisor.js';

const LOGGED = ['api', 'worker', 'web', 'sandbox'] as const;
const ROTATE_EVERY_MS = 60_000;

export interface Running {
  url: string;
  apiUrl: string;
  sandbox: { url: string; adminPageUrl: string; inboxUrl: string } | undefined;
  databaseUrl: string;
  redisUrl: string;
  engines: readonly EngineInUse[] | undefined;
  metricsUrls: { api: string; worker: string };
  dataDir: string;
  parts: PartName[];
  pid(part: PartName): number | undefined;
  logFile(part: PartName): string;
  /** Simulates a crash (for Postgres: immediate shutdown). The part stays down until `start`. */
  kill(part: PartName, signal?: NodeJS.Signals): Promise<void>;
  /** The part stays down until `start`. */
  stopPart(part: PartName): Promise<void>;
  start(part: PartName): Promise<void>;
  restart(part: PartName): Promise<void>;
  stop(onStopping?: (part: PartName) => void): Promise<void>;
}

interface RunningOptions {
  supervisor: Supervisor;
  runFile: RunFile;
  parts: PartOptions;
  engines: readonly EngineInUse[] | undefined;
  onNotice: (message: string) => void;
}

function watchLogs({ settings }: LaunchContext, names: readonly PartName[], onNotice: (message: string) => void) {
  const watched = LOGGED.filter((name) => names.includes(name));
  return watched.map((name) =>
    watchErrors(new LogFile(logFile(settings.dataDir, name)), (message) => onNotice(`${name}: ${message}`)),
  );
}

/** Also those of parts that an earlier run had. */
function rotateLogs({ settings }: LaunchContext): () => void {
  const logs = [...PART_NAMES, 'migrations'].map((name) => new LogFile(logFile(settings.dataDir, name)));
  const timer = setInterval(() => {
    for (const log of logs) log.rotate();
  }, ROTATE_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Reloads one change at a time; further changes meanwhile cause one more reload. */
function createReloader(supervisor: Supervisor, onNotice: (message: string) => void): () => Promise<void> {
  let running = false;
  let again = false;
  return async () => {
    again = true;
    if (running) return;
    running = true;
    while (again) {
      again = false;
      try {
        await Promise.all((['api', 'worker'] as const).map((name) => supervisor.restart(name)));
        onNotice('The API runs the new code');
      } catch (error) {
        if (error instanceof StoppedError) return;
        onNotice(error instanceof PartError ? `${error.message}\n${error.output}` : String(error));
      }
    }
    running = false;
  };
}

type LocalRunning = Running & {
  onStop(action: () => void): void;
  restartApi(): Promise<void>;
};

export function createRunning({ supervisor, runFile, parts, engines, onNotice }: RunningOptions): LocalRunning {
  const { context } = parts;
  const { settings, ports, databaseUrl, redisUrl } = context;
  const names = supervisor.names;
  const stopActions = [...watchLogs(context, names, onNotice), rotateLogs(context)];
  return {
    url: webOrigin(context),
    apiUrl: apiOrigin(ports),
    sandbox: context.sandbox && {
      url: sandboxOrigin(ports),
      adminPageUrl: context.sandbox.adminPageUrl,
      inboxUrl: context.sandbox.inboxUrl,
    },
    databaseUrl,
    redisUrl,
    engines,
    metricsUrls: {
      api: `http://127.0.0.1:${ports.apiMetrics}/metrics`,
      worker: `http://127.0.0.1:${ports.workerMetrics}/metrics`,
    },
    dataDir: settings.dataDir,
    parts: names,
    pid: (part) => supervisor.part(part).pid,
    logFile: (part) => logFile(settings.dataDir, part),
    kill: (part, signal = 'SIGKILL') => supervisor.kill(part, signal),
    stopPart: (part) => supervisor.stop(part),
    start: (part) => supervisor.startAgain(part),
    restart: (part) => supervisor.restart(part),
    onStop: (action) => void stopActions.push(action),
    restartApi: createReloader(supervisor, onNotice),
    async stop(onStopping) {
      for (const action of stopActions.splice(0)) action();
      await supervisor.stopAll(onStopping);
      runFile.release();
    },
  };
}
