import { PartError, type PartName } from './parts/part.js';
import { watchErrors } from './processes/error-watch.js';
import { LogFile } from './processes/log-file.js';
import type { EngineInUse } from './engines.js';
import { apiOrigin, sandboxOrigin, webOrigin, type Surroundings } from './environment.js';
import { logFile, type PartOptions } from './product-parts.js';
import type { RunFile } from './run-file.js';
import type { Supervisor } from './supervisor.js';

const LOGGED = ['api', 'worker', 'web', 'sandbox'] as const;
const ROTATE_EVERY_MS = 60_000;

/** The product while it runs. */
export interface Running {
  /** The web origin, as people type it: `http://localhost:3000`. */
  url: string;
  /** The API's own origin, past the web server. */
  apiUrl: string;
  /** undefined if every service it offers is external. */
  sandbox: { url: string; adminPageUrl: string; inboxUrl: string } | undefined;
  databaseUrl: string;
  redisUrl: string;
  /** Which image engine paints which models, as the API said at the start; undefined if it did not. */
  engines: readonly EngineInUse[] | undefined;
  metricsUrls: { api: string; worker: string };
  dataDir: string;
  /** The embedded parts. */
  parts: PartName[];
  /** undefined while the part does not run. */
  pid(part: PartName): number | undefined;
  logFile(part: PartName): string;
  /** Ends a part as a crash would (for Postgres: immediate shutdown); it stays down until `start`. */
  kill(part: PartName, signal?: NodeJS.Signals): Promise<void>;
  /** Ends a part in order; it stays down until `start`. */
  stopPart(part: PartName): Promise<void>;
  /** Starts a part that is down, under the same address. */
  start(part: PartName): Promise<void>;
  restart(part: PartName): Promise<void>;
  /** Stops everything, in order, and gives the data folder back. */
  stop(onStopping?: (part: PartName) => void): Promise<void>;
}

interface RunningOptions {
  supervisor: Supervisor;
  runFile: RunFile;
  parts: PartOptions;
  engines: readonly EngineInUse[] | undefined;
  onNotice: (message: string) => void;
}

/** Errors in the parts' logs are shown as they happen. */
function watchLogs({ settings }: Surroundings, names: readonly PartName[], onNotice: (message: string) => void) {
  const watched = LOGGED.filter((name) => names.includes(name));
  return watched.map((name) =>
    watchErrors(new LogFile(logFile(settings.dataDir, name)), (message) => onNotice(`${name}: ${message}`)),
  );
}

/** Puts lines aside while the parts run; also those of the migrations, which are written at the start alone. */
function rotateLogs({ settings }: Surroundings, names: readonly PartName[]): () => void {
  const logs = [...names, 'migrations'].map((name) => new LogFile(logFile(settings.dataDir, name)));
  const timer = setInterval(() => {
    for (const log of logs) log.rotate();
  }, ROTATE_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Restarts what runs from the API's code, one change at a time; changes meanwhile lead to one more round. */
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
        onNotice(error instanceof PartError ? `${error.message}\n${error.output}` : String(error));
      }
    }
    running = false;
  };
}

type LocalRunning = Running & {
  /** `action` is run when the product is stopped. */
  onStop(action: () => void): void;
  /** API and worker anew. */
  restartApi(): Promise<void>;
};

export function createRunning({ supervisor, runFile, parts, engines, onNotice }: RunningOptions): LocalRunning {
  const { around } = parts;
  const { settings, ports, databaseUrl, redisUrl } = around;
  const names = supervisor.names;
  const stopActions = [...watchLogs(around, names, onNotice), rotateLogs(around, names)];
  return {
    url: webOrigin(around),
    apiUrl: apiOrigin(ports),
    sandbox: around.sandbox && {
      url: sandboxOrigin(ports),
      adminPageUrl: around.sandbox.adminPageUrl,
      inboxUrl: around.sandbox.inboxUrl,
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
