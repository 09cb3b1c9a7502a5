import type { CompileOptions } from '@mdx-js/mdx';

export declare const mdxContents: NonNullable<CompileOptions['remarkPlugins']>[number];
