declare module '*.mdx' {
  /** Titles of the document's chapters. */
  export const contents: string[];
}
