import { compileSync } from '@mdx-js/mdx';
import { transformSync } from '@swc/core';
import remarkGfm from 'remark-gfm';
import { mdxContents } from './mdx-contents.mjs';

/** Documents for Jest: MDX to the CommonJS that it runs. */
export default {
  process(source, filename) {
    const compiled = compileSync({ value: source, path: filename }, { remarkPlugins: [remarkGfm, mdxContents] });
    return transformSync(String(compiled), { filename, module: { type: 'commonjs' }, jsc: { target: 'es2022' } });
  },
};
