import { compileSync } from '@mdx-js/mdx';
import { transformSync } from '@swc/core';
import { mdxOptions } from './mdx.config.mjs';

/** Documents for Jest: MDX to the CommonJS that it runs. */
export default {
  process(source, filename) {
    const compiled = compileSync({ value: source, path: filename }, mdxOptions);
    return transformSync(String(compiled), { filename, module: { type: 'commonjs' }, jsc: { target: 'es2022' } });
  },
};
