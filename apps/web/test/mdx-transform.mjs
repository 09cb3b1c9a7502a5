import { compileSync } from '@mdx-js/mdx';
import { transformSync } from '@swc/core';
import remarkGfm from 'remark-gfm';

/** Documents for Jest: MDX to the CommonJS that it runs. */
export default {
  process(source, filename) {
    const compiled = compileSync({ value: source, path: filename }, { remarkPlugins: [remarkGfm] });
    return transformSync(String(compiled), { filename, module: { type: 'commonjs' }, jsc: { target: 'es2022' } });
  },
};
