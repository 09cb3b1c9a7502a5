import { watch } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { apiOrigin } from './environment.js';
import { NodePart } from './parts/node-part.js';
import type { PartName } from './parts/part.js';
import { logFile, type PartOptions } from './product-parts.js';
import type { Product } from './product.js';

const GRACE_MS = 3000;
const SETTLE_MS = 300;

const Manifest = z.object({ bin: z.record(z.string(), z.string()) });

/** Where swc puts the API's files, one for one; what ships is bundled from there. */
const apiBuild = (root: string): string => join(root, 'apps', 'api', 'build');

/** The product with the API's processes unbundled, so that a change costs one file. */
export const unbundled = (product: Product): Product => ({
  ...product,
  migrate: join(apiBuild(product.root), 'main.migrate.js'),
  preparePayments: join(apiBuild(product.root), 'main.prepare-payments.js'),
  api: join(apiBuild(product.root), 'main.http.js'),
  worker: join(apiBuild(product.root), 'main.worker.js'),
});

/** The script behind the command `bin` of a package that `folder` depends on. */
function commandOf(folder: string, packageName: string, bin: string): string {
  const require = createRequire(join(folder, 'package.json'));
  const manifestFile = require.resolve(`${packageName}/package.json`);
  const script = Manifest.parse(require(manifestFile)).bin[bin];
  if (script !== undefined) return join(dirname(manifestFile), script);
  throw new Error(`${packageName} has no command ${bin}.`);
}

/** Vite in place of the web server: the web app from its sources, changes shown at once. */
export function vitePart({ product, around, partEnv }: PartOptions): NodePart {
  const folder = join(product.root, 'apps', 'web');
  const { ports, settings, machine } = around;
  const log = logFile(settings.dataDir, 'web');
  return new NodePart('web', {
    script: commandOf(folder, 'vite', 'vite'),
    guard: product.guard,
    args: ['--host', settings.webHost, '--port', String(ports.web), '--strictPort', '--clearScreen', 'false'],
    cwd: folder,
    env: () => ({ ...machine, API_ORIGIN: apiOrigin(ports), WEB_PORT: String(ports.web), ...partEnv.web }),
    logFile: log,
    remedy: `The whole log is in ${log}`,
    graceMs: GRACE_MS,
    readyBy: { url: `http://localhost:${ports.web}/` },
  });
}

/** Compilers that keep the API and the contracts built while their sources change. */
export function builderParts({ product, around }: PartOptions): NodePart[] {
  const api = join(product.root, 'apps', 'api');
  const contracts = join(product.root, 'packages', 'contracts');
  const builder = (name: PartName, cwd: string, script: string, args: string[], output: RegExp) => {
    const log = logFile(around.settings.dataDir, name);
    const env = () => ({ ...around.machine });
    return new NodePart(name, {
      script,
      guard: product.guard,
      args,
      cwd,
      env,
      logFile: log,
      remedy: `The whole log is in ${log}`,
      graceMs: GRACE_MS,
      readyBy: { output },
    });
  };
  return [
    builder(
      'contracts-build',
      contracts,
      commandOf(contracts, 'typescript', 'tsc'),
      ['-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput'],
      /Watching for file changes/,
    ),
    builder(
      'api-build',
      api,
      commandOf(api, '@swc/cli', 'swc'),
      ['src', '-d', 'build', '--strip-leading-paths', '--ignore', '**/*.spec.ts', '--watch'],
      /Successfully compiled|Watching for file changes/,
    ),
  ];
}

/** Calls `onChange` once after each burst of changes to what the API runs from. Returns a function that ends it. */
export function watchBuild(product: Product, onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watchers = [apiBuild(product.root), join(product.root, 'packages', 'contracts', 'dist')].map((folder) =>
    watch(folder, { recursive: true }, (_event, file) => {
      if (!file?.endsWith('.js')) return;
      clearTimeout(timer);
      timer = setTimeout(onChange, SETTLE_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
