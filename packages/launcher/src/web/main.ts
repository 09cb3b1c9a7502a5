import { configFromProcess } from './config.js';
import { createWebServer } from './server.js';

const config = configFromProcess();
const app = await createWebServer(config);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void app.close().then(() => process.exit(0));
  });
}
await app.listen({ host: config.host, port: config.port });
process.send?.({ type: 'ready' });
