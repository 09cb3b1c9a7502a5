import type { CompileOptions } from '@mdx-js/mdx';

export declare const mdxOptions: CompileOptions;
