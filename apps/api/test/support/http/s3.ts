import { afterAll } from '@jest/globals';
import { inspect } from 'node:util';
import { S3Storage, type S3_PATIENCE } from '../../../src/platform/storage/s3.storage.js';
import type { S3Settings } from '../../../src/platform/storage/s3-addresses.js';
import { StorageError } from '../../../src/platform/storage/storage.port.js';
import { testConfig } from '../config.js';
import { useSandbox, type TestSandbox } from '../sandbox.js';

/** The variables with which the API uses the sandbox's store. */
export const s3Offer = (sandbox: TestSandbox): Record<string, string> => sandbox.offers().s3 ?? {};

/** A machine that stands still for seconds fails no call. */
export const PATIENT = { connect: 60_000, open: 60_000, call: 60_000, silence: 60_000 };

export interface TestS3 {
  sandbox: TestSandbox;
  /** Settings of the sandbox's store, changed by `env`. */
  settings(env?: Record<string, string>): S3Settings;
  open(env?: Record<string, string>, patience?: typeof S3_PATIENCE): S3Storage;
  make(settings: S3Settings, patience?: typeof S3_PATIENCE): S3Storage;
  /** Plans what the next calls of the store meet, see the sandbox's failures. */
  plan(kind: string, more?: { times?: number; method?: string }): Promise<unknown>;
}

/** Gives the test file a store that speaks S3. Reset after each test. */
export function useS3(): TestS3 {
  const sandbox = useSandbox();
  const opened: S3Storage[] = [];
  afterAll(() => {
    for (const storage of opened) storage.close();
  });
  const settings = (env: Record<string, string> = {}): S3Settings => {
    const { storage } = testConfig({ ...s3Offer(sandbox), ...env });
    if (storage.kind !== 's3') throw new Error('the sandbox offers no store');
    return storage;
  };
  const make = (of: S3Settings, patience: typeof S3_PATIENCE = PATIENT): S3Storage => {
    const storage = new S3Storage(of, patience);
    opened.push(storage);
    return storage;
  };
  return {
    sandbox,
    settings,
    make,
    open: (env = {}, patience = PATIENT) => make(settings(env), patience),
    plan: (kind, more = {}) => sandbox.control('failures', { provider: 's3', kind, ...more }),
  };
}

/** Everything that a log could show of the `StorageError` that `work` ends with. */
export async function storageFailure(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => 'no failure',
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StorageError)) throw new Error(`not a StorageError: ${String(error)}`);
  return inspect(error, { depth: 6, showHidden: true });
}
