import { configFromProcess } from './platform/config/config.js';
import { migrate } from './platform/database/migrate.js';
import { createLogger } from './platform/observability/logger.js';
import { readConfigOrExit } from './platform/process/run-process.js';

const config = readConfigOrExit(configFromProcess);
const logger = createLogger(config);
try {
  const applied = await migrate(config, { onLocked: (reason) => logger.warn(reason) });
  logger.info({ applied }, applied.length > 0 ? 'the database was brought up to date' : 'the database is up to date');
} catch (error) {
  logger.fatal({ err: error }, 'the database could not be brought up to date');
  process.exitCode = 1;
}
