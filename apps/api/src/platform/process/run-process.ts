import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ConfigError, type Config } from '../config/config.js';

/** An orchestrator kills after 30 s; what is not finished by then is cut by us, in order. */
const STOP_TIMEOUT_MS = 28_000;
/** EX_CONFIG of sysexits: starting again would change nothing. */
const BAD_CONFIG_EXIT = 78;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

interface Running {
  close(): Promise<void>;
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
  logger.flush();
  process.exit(result === 'ended' ? 0 : 1);
}

/** The settings, or the end of the process with one message that names all faults. */
export function readConfigOrExit(readConfig: () => Config): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(BAD_CONFIG_EXIT);
  }
}

/**
 * Runs one process of the product: reads its settings (faults are told in one message), starts it, tells a parent
 * process `{ type: 'ready' }`, and on SIGTERM or SIGINT closes it. A second signal ends it at once.
 */
export async function runProcess(
  readConfig: () => Config,
  createLogger: (config: Config) => Logger,
  start: (config: Config, logger: Logger) => Promise<Running>,
): Promise<void> {
  const config = readConfigOrExit(readConfig);
  const logger = createLogger(config);
  try {
    const running = await start(config, logger);
    for (const signal of SIGNALS) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        void stop(running, logger, signal);
      });
    }
    logger.info('ready');
    process.send?.({ type: 'ready' });
  } catch (error) {
    logger.fatal({ err: error }, 'the process could not start');
    logger.flush();
    process.exit(1);
  }
}
