import type { SandboxContext } from '../kit/provider.js';
import type { AuthorizationRequest } from './authorization-request.js';

export function redirectBack(
  c: SandboxContext,
  request: AuthorizationRequest,
  parameters: Record<string, string>,
): Response {
  const target = new URL(request.redirectUri);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.append(name, value);
  if (request.state !== undefined) target.searchParams.append('state', request.state);
  c.header('cache-control', 'no-store');
  c.header('referrer-policy', 'no-referrer');
  return c.redirect(target.toString(), 302);
}
