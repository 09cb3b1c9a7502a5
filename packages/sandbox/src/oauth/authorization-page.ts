import type { SandboxContext } from '../kit/provider.js';
import {
  parseAuthorizationRequest,
  type AuthorizationFault,
  type AuthorizationRequest,
  type AuthorizationRules,
} from './authorization-request.js';
import type { ClientRegistry } from './client-registry.js';
import { readChoice, type SubmittedChoice } from './form.js';
import type { Grants } from './grants.js';
import { redirectBack } from './redirect.js';

type Choice = SubmittedChoice['choice'];
type AccountResult = { accountId: string } | { problem: string };

export interface AuthorizationPage {
  registry: ClientRegistry;
  grants: Grants;
  rules: AuthorizationRules;
  /** `hint` is an id, e-mail or login. */
  findAccount(hint: string): string | undefined;
  addAccount(c: SandboxContext, choice: Choice): AccountResult;
  renderFault(c: SandboxContext, fault: AuthorizationFault): Promise<Response>;
  renderChooser(
    c: SandboxContext,
    request: AuthorizationRequest,
    parameters: URLSearchParams,
    problem?: string,
  ): Promise<Response>;
  successParameters(request: AuthorizationRequest): Record<string, string>;
  deniedParameters: Record<string, string>;
}

/** GET and POST both validate the request, because a form can be tampered with. */
export async function handleAuthorization(c: SandboxContext, page: AuthorizationPage): Promise<Response> {
  const isForm = c.req.method === 'POST';
  const sent = isForm ? new URLSearchParams(await c.req.text()) : new URL(c.req.url).searchParams;
  const { parameters, choice } = readChoice(sent);
  const request = parseAuthorizationRequest(parameters, page.registry, page.rules);
  if ('fault' in request) return page.renderFault(c, request.fault);
  if (!isForm) return page.renderChooser(c, request, parameters);
  if (choice.decision === 'cancel') return redirectBack(c, request, page.deniedParameters);

  const result = chooseAccount(c, page, choice);
  if ('problem' in result) return page.renderChooser(c, request, parameters, result.problem);
  const code = page.grants.issueCode(request, result.accountId);
  return redirectBack(c, request, { code, ...page.successParameters(request) });
}

function chooseAccount(c: SandboxContext, page: AuthorizationPage, choice: Choice): AccountResult {
  if (choice.account === 'new') return page.addAccount(c, choice);
  const accountId = page.findAccount(choice.account ?? '');
  return accountId === undefined ? { problem: `There is no account "${choice.account ?? ''}"` } : { accountId };
}
