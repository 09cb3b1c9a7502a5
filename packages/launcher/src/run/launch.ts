import { mkdirSync } from 'node:fs';
import type { LaunchOptions, Start } from './launch-options.js';
import { watchBuild } from './development.js';
import { readEngines } from './engines.js';
import { apiOrigin } from '../parts/environment.js';
import { resetInstallation, startOver } from '../settings/installation.js';
import { builtProduct } from '../settings/product.js';
import { silentProgress } from './progress.js';
import { endLeftovers, RunFile } from './run-file.js';
import { createRunning, type Running } from './running.js';
import { readSettings, SettingsError, type Settings } from '../settings/settings.js';
import { startProduct } from './start-product.js';
import { StoppedError, Supervisor } from './supervisor.js';

async function cleanUpBefore({ settings, options, progress }: Start, runFile: RunFile): Promise<void> {
  const leftovers = runFile.listLeftovers();
  if (leftovers.length > 0) {
    const names = leftovers.map(({ name, pid }) => `${name} (process ${pid})`).join(', ');
    progress.say(`Ending what an earlier start left behind: ${names}`);
    await endLeftovers(leftovers);
  }
  if (options.reset) {
    progress.say(`Deleting the data in ${settings.dataDir}`);
    await resetInstallation(settings.dataDir);
  }
}

function assertResettable({ external: { database: hasOwnDatabase } }: Settings): void {
  if (!hasOwnDatabase) return;
  const why = 'would delete the images and the keys of that database, but not the database, which is useless without';
  throw new SettingsError([
    `--reset: DATABASE_URL names a database of your own, and this ${why}. Nothing was deleted. To begin anew, ${startOver({ hasOwnDatabase })}.`,
  ]);
}

/**
 * Rejects after everything has ended. @throws SettingsError, AlreadyRunningError, PortBusyError, PartError,
 * StoppedError
 */
export async function launch(options: LaunchOptions = {}): Promise<Running> {
  const product = options.product ?? builtProduct();
  const variables = { ...options.env, ...(options.dataDir !== undefined && { DATA_DIR: options.dataDir }) };
  const settings = readSettings(variables, product.root);
  if (options.reset) assertResettable(settings);
  mkdirSync(settings.dataDir, { recursive: true });
  const runFile = new RunFile(settings.dataDir);
  await runFile.claim();

  const onNotice = options.onNotice ?? (() => undefined);
  const supervisor = new Supervisor({
    runFile,
    restartCrashed: options.restartCrashed ?? false,
    onNotice,
    onGiveUp: options.onGiveUp ?? (() => undefined),
  });
  const signal = options.signal ?? new AbortController().signal;
  const abortStart = () => void supervisor.stopAll();
  signal.addEventListener('abort', abortStart);
  const start: Start = { options, settings, product, supervisor, signal, progress: options.progress ?? silentProgress };
  try {
    await cleanUpBefore(start, runFile);
    const parts = await startProduct(start);
    const engines = await readEngines(apiOrigin(parts.context.ports));
    if (signal.aborted) throw new StoppedError();
    const running = createRunning({ supervisor, runFile, parts, engines, onNotice });
    runFile.recordUrl(running.url);
    if (options.development) running.onStop(watchBuild(product, () => void running.restartApi()));
    return running;
  } catch (error) {
    await supervisor.stopAll();
    runFile.release();
    throw signal.aborted ? new StoppedError() : error;
  } finally {
    signal.removeEventListener('abort', abortStart);
  }
}
