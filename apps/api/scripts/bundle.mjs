import { readFile, rm } from 'node:fs/promises';
import { build } from 'esbuild';

/**
 * Puts what swc compiled into few files: starting a process is mostly reading modules. swc comes first, because esbuild
 * writes no decorator metadata. Packages that bring files of their own beside their code stay outside.
 */
const OUTSIDE = ['@app/studio', '@fastify/static', '@nestjs/swagger', 'sharp'];

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

/** Nest's module for TypeORM asks Node for TypeORM at run time: outside the bundle that would be a second copy of it. */
const oneTypeorm = {
  name: 'one-typeorm',
  setup({ onLoad }) {
    onLoad({ filter: /@nestjs[\\/]typeorm[\\/]dist[\\/]common[\\/]typeorm-compat\.js$/ }, () => ({
      contents: "import * as typeorm from 'typeorm'; export const { Connection, AbstractRepository } = typeorm;",
      resolveDir: process.cwd(),
    }));
  },
};

/** Whose classes log under their names: ours and Nest's. */
const LOGS = /[\\/]api[\\/]build[\\/].*\.js$|[\\/]@nestjs[\\/].*\.js$/;

/** A class that speaks of itself comes out of the bundle as `_Name`; one that logs under its name keeps it. */
const toldNames = {
  name: 'told-names',
  setup({ onLoad }) {
    onLoad({ filter: LOGS }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replace(/\bclass (\w+)[^{\n]*\{$/gm, (found, name) =>
        text.includes(`${name}.name`)
          ? `${found} static { Object.defineProperty(this, 'name', { value: '${name}' }); }`
          : found,
      );
      return { contents };
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
  // Not `keepNames`: it names each function anew whenever one is made, a sixth of what a small request costs.
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'error',
  // CommonJS packages inside the bundle ask for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  plugins: [optionalPackages, oneTypeorm, toldNames],
});
for (const { text } of warnings) process.stderr.write(`${text}\n`);
