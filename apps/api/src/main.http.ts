import { createHttpApp } from './http-app.js';
import { configFromProcess } from './platform/config/config.js';
import { createLogger } from './platform/observability/logger.js';
import { runProcess } from './platform/process/run-process.js';

await runProcess('api', configFromProcess, createLogger, async (config, logger) => {
  const app = await createHttpApp(config, logger);
  await app.listen(config.http.port, config.http.host);
  return app;
});
