import mdx from '@mdx-js/rollup';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import remarkGfm from 'remark-gfm';
import { defineConfig } from 'vite';
import { codeSplitting } from './chunk-groups.ts';
import { mdxContents } from './mdx-contents.mjs';

const apiOrigin = process.env.API_ORIGIN ?? 'http://127.0.0.1:3001';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [{ enforce: 'pre', ...mdx({ remarkPlugins: [remarkGfm, mdxContents] }) }, react(), tailwindcss()],
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
