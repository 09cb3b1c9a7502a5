/** Checked by shape, because under Jest errors of Node's modules are not instances of the test's `Error`. */
export const errorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
