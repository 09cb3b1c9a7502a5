import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

export interface Product {
  root: string;
  guard: string;
  sandbox: string;
  migrate: string;
  api: string;
  worker: string;
  web: string;
  webRoot: string;
}

export function builtProduct(root = fileURLToPath(new URL('../../../..', import.meta.url))): Product {
  const api = join(root, 'apps', 'api', 'dist');
  const launcher = join(root, 'packages', 'launcher', 'dist');
  return {
    root,
    guard: join(launcher, 'processes', 'guard.js'),
    sandbox: join(root, 'packages', 'sandbox', 'dist', 'main.js'),
    migrate: join(api, 'main.migrate.js'),
    api: join(api, 'main.http.js'),
    worker: join(api, 'main.worker.js'),
    web: join(launcher, 'web', 'main.js'),
    webRoot: join(root, 'apps', 'web', 'dist'),
  };
}
