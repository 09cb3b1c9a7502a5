import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ConfigError, type Config } from '../config/config.js';
import { startTracing, type Service } from '../tracing/start-tracing.js';
import { inBackground } from './in-background.js';

/** Orchestrators kill after 30 s. */
const STOP_TIMEOUT_MS = 28_000;
/** EX_CONFIG of sysexits: starting again changes nothing. */
const BAD_CONFIG_EXIT = 78;
const FLUSH_TIMEOUT_MS = 2000;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

interface Running {
  close(): Promise<void>;
}

/** Writes what is left of the log first. `process.exit` would wait forever for a reader that stopped. */
async function exit(logger: Logger, code: number): Promise<void> {
  const written = new Promise<boolean>((resolve) => logger.flush(() => resolve(true)));
  if (await Promise.race([written, sleep(FLUSH_TIMEOUT_MS, false)])) process.exit(code);
  process.kill(process.pid, 'SIGKILL');
}

async function stop(running: Running, logger: Logger, signal: string): Promise<void> {
  logger.info({ signal }, 'stopping');
  const late = sleep(STOP_TIMEOUT_MS, 'late' as const, { ref: false });
  const ended = running.close().then(() => 'ended' as const);
  const result = await Promise.race([ended, late]).catch((error: unknown) => {
    logger.error({ err: error }, 'stopping failed');
    return 'failed' as const;
  });
  logger.info({ result }, 'stopped');
  await exit(logger, result === 'ended' ? 0 : 1);
}

export function readConfigOrExit(readConfig: () => Config): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(BAD_CONFIG_EXIT);
  }
}

/** Sends `{ type: 'ready' }` to a parent process. A second signal ends the process at once. */
export async function runProcess(
  service: Service,
  readConfig: () => Config,
  createLogger: (config: Config) => Logger,
  start: (config: Config, logger: Logger) => Promise<Running>,
): Promise<void> {
  const config = readConfigOrExit(readConfig);
  const logger = createLogger(config);
  try {
    const stopTracing = await startTracing(service, config, logger);
    const running = await start(config, logger);
    let isStopping = false;
    const onSignal = (signal: string): void => {
      if (isStopping) return process.exit(1);
      isStopping = true;
      inBackground(stop({ close: () => running.close().finally(stopTracing) }, logger, signal));
    };
    for (const signal of SIGNALS) process.on(signal, onSignal);
    logger.info('ready');
    process.send?.({ type: 'ready' });
  } catch (error) {
    logger.fatal({ err: error }, 'the process could not start');
    await exit(logger, 1);
  }
}
