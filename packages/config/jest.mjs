import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Jest compiles the product and the ESM-only packages it imports to CommonJS, because Jest cannot `require()` ES
 * modules before Node 24.9 and we test on 20 and 22 too. A dependency that fails with "Must use import to load ES
 * Module" belongs into the list.
 */
const ESM_PACKAGES = [
  '@nestjs/',
  '@app/',
  'content-disposition',
  'cookie@',
  'get-port',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer/',
  '@borewit/',
];

/** Resolved here, because the packages that use these settings need not depend on the compiler themselves. */
const COMPILER = fileURLToPath(import.meta.resolve('@swc/jest'));
const NODE_ENVIRONMENT = fileURLToPath(new URL('./node-environment.mjs', import.meta.url));

/**
 * For the workers, which inherit them. Each test file loads most of the product anew and runs it briefly: a larger nursery
 * is collected less often, and V8 optimises what has run eight times as much as usual, since less is not earned back. A
 * tenth of the processor's time.
 */
const WORKER_FLAGS = ['--max-semi-space-size=64', '--interrupt-budget=1000000'];

/** pnpm writes `@scope/name@1.0` as a folder `@scope+name@1.0`. */
const asFolder = (name) => name.replace('/', '[/+]');

const swc = ({ jsx }) => [
  COMPILER,
  {
    jsc: {
      target: 'es2022',
      keepClassNames: true,
      parser: { syntax: 'typescript', decorators: true, tsx: jsx },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
      },
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

/** Jest settings for a package that runs on Node. `esm`: further ESM-only packages that its tests load. */
export function nodeJest({ esm = [], jsx = false, ...rest } = {}) {
  // Jest does not make the folder of its --outputFile.
  mkdirSync('test-results', { recursive: true });
  process.execArgv = [...new Set([...process.execArgv, ...WORKER_FLAGS])];
  const compiled = [...ESM_PACKAGES, ...esm].map(asFolder).join('|');
  return {
    testEnvironment: NODE_ENVIRONMENT,
    // All cores: Jest leaves one free by default, which on two cores means one worker.
    maxWorkers: '100%',
    testPathIgnorePatterns: ['/node_modules/', '/dist/', '/build/'],
    modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/build/'],
    // `.js` first: packages in node_modules ship `.ts` beside `.js`.
    moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts', '$1.tsx', '$1'] },
    transform: { '^.+\\.(tsx?|m?js)$': swc({ jsx }) },
    transformIgnorePatterns: [`/node_modules/\\.pnpm/(?!${compiled})`],
    // A bound for what hangs, far from what is slow: a busy machine decides no test.
    testTimeout: 600_000,
    ...rest,
  };
}
