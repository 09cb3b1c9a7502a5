import { DELIVERY_FAILURES, type DeliveryFailure } from '../kit/bad-answers.js';
import { accessDenied, S3Error } from './errors.js';

const CALL_FAILURES = ['slowdown', 'broken', 'denied', 'slow', 'drop'] as const;
/** Uploads that are acknowledged but not stored, truncated, or changed. */
const LIES = ['lost', 'short', 'corrupt'] as const;
export type Lie = (typeof LIES)[number];
export const S3_FAILURES = [...new Set([...CALL_FAILURES, ...LIES, ...DELIVERY_FAILURES])];
export type S3Failure = (typeof S3_FAILURES)[number];

export function failuresFor(method: string, hasKey: boolean): readonly S3Failure[] {
  if (hasKey && method === 'GET') return [...CALL_FAILURES, ...DELIVERY_FAILURES];
  if (hasKey && method === 'PUT') return [...CALL_FAILURES, ...LIES];
  return CALL_FAILURES;
}

export const lieOf = (failure: S3Failure | undefined): Lie | undefined => LIES.find((lie) => lie === failure);
export const deliveryOf = (failure: S3Failure | undefined): DeliveryFailure | undefined =>
  DELIVERY_FAILURES.find((kind) => kind === failure);

export function refuseBy(failure: S3Failure | undefined): void {
  if (failure === 'slowdown') throw new S3Error(503, 'SlowDown', 'Please reduce your request rate.');
  if (failure === 'broken') throw internalError();
  if (failure === 'denied') throw accessDenied();
}

export const internalError = (): S3Error =>
  new S3Error(500, 'InternalError', 'We encountered an internal error. Please try again.');

/** The stored content; undefined: nothing. */
export function keptBy(lie: Lie | undefined, data: Buffer): Buffer | undefined {
  if (lie === 'lost') return undefined;
  if (lie === 'short') return data.subarray(0, Math.floor(data.byteLength / 2));
  if (lie === undefined || data.byteLength === 0) return data;
  const changed = Buffer.from(data);
  const middle = Math.floor(data.byteLength / 2);
  changed.writeUInt8(changed.readUInt8(middle) ^ 0xff, middle);
  return changed;
}
