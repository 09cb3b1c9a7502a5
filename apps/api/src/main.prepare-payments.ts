import { PaymentProviders } from './modules/subscriptions/index.js';
import { configFromProcess } from './platform/config/config.js';
import { createLogger } from './platform/observability/logger.js';
import { readConfigOrExit } from './platform/process/run-process.js';

/** Creates at each payment provider the products and prices that are missing; any number of times. */
const config = readConfigOrExit(configFromProcess);
const logger = createLogger(config);
try {
  for (const provider of new PaymentProviders(config).all) {
    const created = await provider.preparePrices();
    logger.info({ provider: provider.id, created }, 'the prices are there');
  }
} catch (error) {
  logger.fatal({ err: error }, 'the prices could not be created');
  process.exitCode = 1;
}
