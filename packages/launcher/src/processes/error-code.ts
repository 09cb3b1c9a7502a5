/**
 * The system's code of an error (`ENOENT`), if it has one. By shape rather than by class: under Jest, errors of Node's
 * own modules are not instances of the test's `Error`.
 */
export const errorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
