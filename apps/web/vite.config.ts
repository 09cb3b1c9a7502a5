import mdx from '@mdx-js/rollup';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import remarkGfm from 'remark-gfm';
import { defineConfig, type Plugin } from 'vite';
import { codeSplitting } from './chunk-groups.ts';
import { mdxContents } from './mdx-contents.mjs';

const apiOrigin = process.env.API_ORIGIN ?? 'http://127.0.0.1:3001';

/** The package exports its development build only, which carries warnings that a browser of a visitor never shows. */
const productionRouter: Plugin = {
  name: 'production-router',
  enforce: 'pre',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  async resolveId(source, importer, options) {
    if (!/^react-router(\/dom)?$/.test(source)) return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') };
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    productionRouter,
    { enforce: 'pre', ...mdx({ remarkPlugins: [remarkGfm, mdxContents] }) },
    react(),
    tailwindcss(),
  ],
  server: {
    host: '127.0.0.1',
    port: Number(process.env.WEB_PORT ?? 3000),
    // `/api` itself is a page of the product: only what lies below it belongs to the server.
    proxy: { '^/api/.+': { target: apiOrigin, changeOrigin: false } },
  },
  build: {
    manifest: true,
    // Inlined fonts and images would need a looser content security policy and would be loaded by everybody.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: isSsrBuild ? {} : { codeSplitting } },
  },
}));
