import { rm } from 'node:fs/promises';
import { build } from 'esbuild';

/**
 * Puts what swc compiled into few files: starting a process is mostly reading modules. swc comes first, because esbuild
 * writes no decorator metadata. Packages that bring files of their own beside their code stay outside.
 */
const OUTSIDE = ['@app/studio', '@fastify/static', '@nestjs/swagger', 'bull', 'sharp'];

/** Frameworks reach for optional packages that are not installed and bear their absence; so does the bundle. */
const optionalPackages = {
  name: 'optional-packages',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...args }) => {
      if (pluginData === 'asked') return undefined;
      if (OUTSIDE.some((name) => path === name || path.startsWith(`${name}/`))) return { path, external: true };
      const found = await resolve(path, { ...args, pluginData: 'asked' });
      return found.errors.length > 0 ? { path, external: true } : found;
    });
  },
};

await rm('dist', { recursive: true, force: true });
const { warnings } = await build({
  entryPoints: ['build/main.*.js'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  keepNames: true,
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'error',
  // CommonJS packages inside the bundle ask for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  plugins: [optionalPackages],
});
for (const { text } of warnings) process.stderr.write(`${text}\n`);
