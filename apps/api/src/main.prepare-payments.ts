import { PaymentProviders } from './modules/subscriptions/index.js';
import { configFromProcess } from './platform/config/config.js';
import { createLogger } from './platform/observability/logger.js';
import { readConfigOrExit } from './platform/process/run-process.js';

/** Creates what is missing at the payment providers that are named, or at all: plans, prices, webhooks. Any number of times. */
const config = readConfigOrExit(configFromProcess);
const logger = createLogger(config);
const named = process.argv.slice(2);
try {
  for (const provider of new PaymentProviders(config).all) {
    if (named.length > 0 && !named.includes(provider.id)) continue;
    const created = await provider.preparePrices();
    logger.info({ provider: provider.id, created }, 'the prices are there');
  }
} catch (error) {
  logger.fatal({ err: error }, 'the prices could not be created');
  process.exitCode = 1;
}
