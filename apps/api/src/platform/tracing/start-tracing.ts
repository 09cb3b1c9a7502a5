import type { Logger } from 'pino';
import type { Config } from '../config/config.js';

export type Service = 'api' | 'worker';

/** Resolves with what sends the last spans. The SDK is loaded only where traces have somewhere to go. */
export async function startTracing(service: Service, config: Config, logger: Logger): Promise<() => Promise<void>> {
  if (!config.tracing) return () => Promise.resolve();
  const { registerTracing } = await import('./open-telemetry.js');
  return registerTracing(service, config.tracing, logger);
}
