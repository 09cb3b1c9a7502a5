import { HTTPException } from 'hono/http-exception';
import type { z } from 'zod';
import type { SandboxContext } from './provider.js';

/** @throws HTTPException 400 that names the invalid field */
export async function readJson<T>(c: SandboxContext, schema: z.ZodType<T>): Promise<T> {
  const body: unknown = await c.req.json().catch(() => undefined);
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  throw new HTTPException(400, { message: problems.join('; ') });
}
