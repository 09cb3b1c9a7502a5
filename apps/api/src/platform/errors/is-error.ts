import { types } from 'node:util';

/** Also true for errors of another realm (Node's own inside a test's context), which `instanceof` does not know. */
export const isError = (value: unknown): value is Error => value instanceof Error || types.isNativeError(value);
