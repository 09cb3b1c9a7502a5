export { createClient, type CallOptions, type ClientOptions, type LuminaClient, type StartOptions } from './client.js';
export type { Download } from './download.js';
export { LuminaError, type ErrorDetail } from './errors.js';
export type { paths } from './generated/v1.js';
export type { WaitOptions } from './poll.js';
export type { Retry, RetryOptions } from './retrying-fetch.js';
export type * from './types.js';
