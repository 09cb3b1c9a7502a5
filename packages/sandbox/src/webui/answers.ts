import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { SandboxContext } from '../kit/provider.js';

export const detailError = (c: SandboxContext, status: ContentfulStatusCode, detail: string): Response =>
  c.json({ detail }, status);

export const exceptionError = (
  c: SandboxContext,
  status: ContentfulStatusCode,
  { error, detail = '', errors = '' }: { error: string; detail?: string; errors?: string },
): Response => c.json({ error, detail, body: '', errors }, status);

export const validationError = (c: SandboxContext, faults: { path: PropertyKey[]; message: string }[]): Response =>
  c.json(
    { detail: faults.map(({ path, message }) => ({ loc: ['body', ...path], msg: message, type: 'value_error' })) },
    422,
  );

export const outOfMemory = (c: SandboxContext): Response =>
  exceptionError(c, 500, {
    error: 'OutOfMemoryError',
    errors: 'CUDA out of memory. Tried to allocate 6.00 GiB (GPU 0; 8.00 GiB total capacity)',
  });
