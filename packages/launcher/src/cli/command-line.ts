import { userVariables } from '../settings/config.js';
import { withUnbundledApi } from '../run/development.js';
import { describeEngines } from '../run/engines.js';
import { launch } from '../run/launch.js';
import { describeImageStore } from '../settings/image-store.js';
import { builtProduct } from '../settings/product.js';
import type { Running } from '../run/running.js';
import { readSettings } from '../settings/settings.js';
import { formatError } from './format-error.js';
import { startBlock } from './start-block.js';
import { StoppedError } from '../run/supervisor.js';
import { describeCredits, withTrialSettings } from '../settings/trial.js';

export interface CommandLineOptions {
  root: string;
  reset: boolean;
  development: boolean;
}

/** npm forwards the terminal's Ctrl-C a second time; both signals within this time count as one. */
const DUPLICATE_SIGNAL_MS = 1500;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const print = (message: string): void => void process.stdout.write(`${message}\n`);
const printError = (message: string): void => void process.stderr.write(`${message}\n`);

function waitForStopRequest(onAsked: () => void): { giveUp: () => void; stopRequest: Promise<void> } {
  let stop = () => undefined as void;
  const stopRequest = new Promise<void>((resolve) => {
    let first = 0;
    stop = () => {
      if (first === 0) {
        first = Date.now();
        onAsked();
        resolve();
      } else if (Date.now() - first > DUPLICATE_SIGNAL_MS) {
        printError('Already stopping; the worker may finish its image first (up to 25 s).');
      }
    };
    for (const signal of SIGNALS) process.on(signal, stop);
  });
  return { giveUp: stop, stopRequest };
}

async function stopWithProgress(running: Running): Promise<void> {
  print('\nStopping …');
  await running.stop((part) => print(`  ${part}`));
  print('Stopped. The data stays.');
}

/** Implements `npm start` and `npm run dev`. Returns the exit code. */
export async function runCommandLine({ root, reset, development }: CommandLineOptions): Promise<number> {
  // Writing to a closed terminal must not prevent the parts from being stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const abort = new AbortController();
  const { stopRequest, giveUp } = waitForStopRequest(() => abort.abort());
  let failed = false;
  try {
    const env = withTrialSettings(userVariables(root));
    const { external } = readSettings(env, root);
    const running = await launch({
      env,
      product: development ? withUnbundledApi(builtProduct(root)) : builtProduct(root),
      anyFreePorts: false,
      restartCrashed: !development,
      reset,
      development,
      signal: abort.signal,
      progress: { say: (message) => print(`  ${message}`) },
      onNotice: (message) => printError(`! ${message}`),
      onGiveUp: () => {
        failed = true;
        giveUp();
      },
    });
    const uses = { signIn: !external.google || !external.github, mail: !external.smtp };
    const engines = describeEngines(running.engines, env);
    const summary = { usesSandbox: uses, engines, credits: describeCredits(env), imageStore: describeImageStore(env) };
    const docs = env['API_DOCS'] === 'true' ? `${running.url}/api/docs` : undefined;
    print(`\n${startBlock(running, { ...summary, docs, stop: 'Ctrl-C' })}\n`);
    await stopRequest;
    await stopWithProgress(running);
    return failed ? 1 : 0;
  } catch (error) {
    if (error instanceof StoppedError) {
      print('\nStopped before it was up. The data stays.');
      return 130;
    }
    printError(`\nNot started. ${formatError(error)}`);
    return 1;
  } finally {
    for (const signal of SIGNALS) process.removeAllListeners(signal);
  }
}
