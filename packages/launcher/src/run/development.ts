import { watch } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { apiOrigin } from '../parts/environment.js';
import { NodePart } from '../parts/node-part.js';
import type { PartName } from '../parts/part.js';
import { logFile, type PartOptions } from '../parts/product-parts.js';
import type { Product } from '../settings/product.js';

const GRACE_MS = 3000;
const SETTLE_MS = 300;

const Manifest = z.object({ bin: z.record(z.string(), z.string()) });

const apiBuildFolder = (root: string): string => join(root, 'apps', 'api', 'build');

/** Unbundled API processes, so that a change recompiles one file. */
export const withUnbundledApi = (product: Product): Product => ({
  ...product,
  migrate: join(apiBuildFolder(product.root), 'main.migrate.js'),
  api: join(apiBuildFolder(product.root), 'main.http.js'),
  worker: join(apiBuildFolder(product.root), 'main.worker.js'),
});

function findCommand(folder: string, packageName: string, bin: string): string {
  const require = createRequire(join(folder, 'package.json'));
  const manifestFile = require.resolve(`${packageName}/package.json`);
  const script = Manifest.parse(require(manifestFile)).bin[bin];
  if (script !== undefined) return join(dirname(manifestFile), script);
  throw new Error(`${packageName} has no command ${bin}.`);
}

export function vitePart({ product, context, partEnv }: PartOptions): NodePart {
  const folder = join(product.root, 'apps', 'web');
  const { ports, settings, machine } = context;
  const log = logFile(settings.dataDir, 'web');
  return new NodePart('web', {
    script: findCommand(folder, 'vite', 'vite'),
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

export function builderParts({ product, context }: PartOptions): NodePart[] {
  const api = join(product.root, 'apps', 'api');
  const contracts = join(product.root, 'packages', 'contracts');
  const builder = (name: PartName, cwd: string, script: string, args: string[], output: RegExp) => {
    const log = logFile(context.settings.dataDir, name);
    const env = () => ({ ...context.machine });
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
      findCommand(contracts, 'typescript', 'tsc'),
      ['-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput'],
      /Watching for file changes/,
    ),
    builder(
      'api-build',
      api,
      findCommand(api, '@swc/cli', 'swc'),
      ['src', '-d', 'build', '--strip-leading-paths', '--ignore', '**/*.spec.ts', '--watch'],
      /Successfully compiled|Watching for file changes/,
    ),
  ];
}

export function watchBuild(product: Product, onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watchers = [apiBuildFolder(product.root), join(product.root, 'packages', 'contracts', 'dist')].map((folder) =>
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
