import { StorageError } from './storage.port.js';

interface Refusal {
  name?: string;
  message?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number; requestId?: string };
}

/** Keeps no cause: the vendor's error carries the request, and some stores repeat the access key. */
export function s3Fault(what: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const { name, message, code, $metadata: { httpStatusCode: status, requestId } = {} } = error as Refusal;
  const why = status === undefined ? [code ?? name, message] : [status, name, requestId && `request ${requestId}`];
  return new StorageError(`Could not ${what}: ${why.filter(Boolean).join(', ')}`);
}
