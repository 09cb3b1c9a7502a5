import { personVariables } from './config.js';
import { unbundled } from './development.js';
import { describeEngines } from './engines.js';
import { launch } from './launch.js';
import { PartError } from './parts/part.js';
import { PortBusyError } from './ports.js';
import { readableLog } from './processes/readable-log.js';
import { describePictures } from './picture-store.js';
import { builtProduct } from './product.js';
import { AlreadyRunningError } from './run-file.js';
import type { Running } from './running.js';
import { readSettings, SettingsError } from './settings.js';
import { startBlock } from './start-block.js';
import { StoppedError } from './supervisor.js';
import { describeCredits, withTrialSettings } from './trial.js';

export interface CommandLineOptions {
  root: string;
  reset: boolean;
  development: boolean;
}

/** npm hands the terminal's Ctrl-C on once more: what comes within this time is the same wish. */
const SAME_WISH_MS = 1500;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const say = (message: string): void => void process.stdout.write(`${message}\n`);
const complain = (message: string): void => void process.stderr.write(`${message}\n`);

/** What went wrong, what the part said last, and one sentence with the remedy. */
function explain(error: unknown): string {
  if (error instanceof PartError) {
    const output = error.output ? `\n\n${readableLog(error.output).replaceAll(/^/gm, '  | ')}\n` : '';
    return `${error.message}${output}\n${error.remedy}`;
  }
  if (error instanceof AlreadyRunningError) {
    return `${error.message}\nStop that one with Ctrl-C, or with: kill ${error.pid}`;
  }
  if (error instanceof PortBusyError) return `${error.message}\nFree the port, or set WEB_PORT to another one.`;
  if (error instanceof SettingsError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Resolves with the first request to stop; later ones change nothing, since stopping is under way. */
function untilAskedToStop(onAsked: () => void): { giveUp: () => void; asked: Promise<void> } {
  let stop = () => undefined as void;
  const asked = new Promise<void>((resolve) => {
    let first = 0;
    stop = () => {
      if (first === 0) {
        first = Date.now();
        onAsked();
        resolve();
      } else if (Date.now() - first > SAME_WISH_MS) {
        complain('Already stopping; the worker may finish its picture first (up to 25 s).');
      }
    };
    for (const signal of SIGNALS) process.on(signal, stop);
  });
  return { giveUp: stop, asked };
}

async function stopVisibly(running: Running): Promise<void> {
  say('\nStopping …');
  await running.stop((part) => say(`  ${part}`));
  say('Stopped. The data stays.');
}

/**
 * `npm start` and `npm run dev`: brings everything up, prints one block, and stays until it is asked to stop.
 * Returns the exit code.
 */
export async function runCommandLine({ root, reset, development }: CommandLineOptions): Promise<number> {
  // Where the terminal is gone (closed window), the parts must be stopped all the same.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const abort = new AbortController();
  const { asked, giveUp } = untilAskedToStop(() => abort.abort());
  let failed = false;
  try {
    const env = withTrialSettings(personVariables(root));
    const { external } = readSettings(env, root);
    const running = await launch({
      env,
      product: development ? unbundled(builtProduct(root)) : builtProduct(root),
      anyFreePorts: false,
      // While developing, what does not start is mended, not tried again.
      revive: !development,
      reset,
      development,
      signal: abort.signal,
      progress: { say: (message) => say(`  ${message}`) },
      onNotice: (message) => complain(`! ${message}`),
      onGiveUp: () => {
        failed = true;
        giveUp();
      },
    });
    const uses = { signIn: !external.google || !external.github, mail: !external.smtp };
    const engines = describeEngines(running.engines, env);
    const facts = { usesSandbox: uses, engines, credits: describeCredits(env), pictures: describePictures(env) };
    const docs = env['API_DOCS'] === 'true' ? `${running.url}/api/docs` : undefined;
    say(`\n${startBlock(running, { ...facts, docs, stop: 'Ctrl-C' })}\n`);
    await asked;
    await stopVisibly(running);
    return failed ? 1 : 0;
  } catch (error) {
    if (error instanceof StoppedError) {
      say('\nStopped before it was up. The data stays.');
      return 130;
    }
    complain(`\nNot started. ${explain(error)}`);
    return 1;
  } finally {
    for (const signal of SIGNALS) process.removeAllListeners(signal);
  }
}
