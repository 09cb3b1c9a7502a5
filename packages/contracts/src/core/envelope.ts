import * as z from 'zod';
import { ERROR_CODES, type ErrorCode } from './error-codes.js';

export interface Success<T> {
  success: true;
  data: T;
}

export interface ErrorDetail {
  path: string;
  message: string;
}

export interface Failure {
  success: false;
  code: ErrorCode;
  message: string;
  details?: ErrorDetail[];
  request_id: string;
}

export const failureSchema = z.strictObject({
  success: z.literal(false),
  code: z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]]),
  message: z.string().min(1),
  details: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
  request_id: z.string().min(1),
});

export const successSchema = <T extends z.ZodType>(data: T) => z.strictObject({ success: z.literal(true), data });
