import { DELIVERY_FAILURES, type DeliveryFailure } from '../kit/bad-answers.js';
import { accessDenied, S3Error } from './errors.js';

const CALL_FAILURES = ['slowdown', 'broken', 'denied', 'slow', 'drop'] as const;
/** Uploads that are acknowledged but not stored, truncated, or changed. */
const SILENT_FAILURES = ['lost', 'short', 'corrupt'] as const;
export type SilentFailure = (typeof SILENT_FAILURES)[number];
export const S3_FAILURES = [...new Set([...CALL_FAILURES, ...SILENT_FAILURES, ...DELIVERY_FAILURES])];
export type S3Failure = (typeof S3_FAILURES)[number];

export function failuresFor(method: string, hasKey: boolean): readonly S3Failure[] {
  if (hasKey && method === 'GET') return [...CALL_FAILURES, ...DELIVERY_FAILURES];
  if (hasKey && method === 'PUT') return [...CALL_FAILURES, ...SILENT_FAILURES];
  return CALL_FAILURES;
}

export const silentFailureOf = (failure: S3Failure | undefined): SilentFailure | undefined =>
  SILENT_FAILURES.find((silentFailure) => silentFailure === failure);
export const deliveryOf = (failure: S3Failure | undefined): DeliveryFailure | undefined =>
  DELIVERY_FAILURES.find((kind) => kind === failure);

export function throwFailure(failure: S3Failure | undefined): void {
  if (failure === 'slowdown') throw new S3Error(503, 'SlowDown', 'Please reduce your request rate.');
  if (failure === 'broken') throw internalError();
  if (failure === 'denied') throw accessDenied();
}

export const internalError = (): S3Error =>
  new S3Error(500, 'InternalError', 'We encountered an internal error. Please try again.');

/** The stored content; undefined: nothing. */
export function storedContent(silentFailure: SilentFailure | undefined, data: Buffer): Buffer | undefined {
  if (silentFailure === 'lost') return undefined;
  if (silentFailure === 'short') return data.subarray(0, Math.floor(data.byteLength / 2));
  if (silentFailure === undefined || data.byteLength === 0) return data;
  const changed = Buffer.from(data);
  const middle = Math.floor(data.byteLength / 2);
  changed.writeUInt8(changed.readUInt8(middle) ^ 0xff, middle);
  return changed;
}
