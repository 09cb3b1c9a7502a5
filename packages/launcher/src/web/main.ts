import { configFromProcess } from './config.js';
import { publishPages } from './publish-pages.js';
import { createWebServer } from './server.js';

const config = configFromProcess();
await publishPages(config.root, config.pagesDir, config.variables);
const app = await createWebServer(config);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void app.close().then(() => process.exit(0));
  });
}
await app.listen({ host: config.host, port: config.port });
process.send?.({ type: 'ready' });
