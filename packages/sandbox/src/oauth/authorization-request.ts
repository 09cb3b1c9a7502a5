import type { ClientRegistry, RegisteredClient } from './client-registry.js';

export interface AuthorizationRequest {
  client: RegisteredClient;
  redirectUri: string;
  scope: string[];
  state: string | undefined;
  /** SHA-256 of the verifier in the token call. */
  codeChallenge: string | undefined;
}

export type AuthorizationFault =
  | { kind: 'repeated_parameter'; parameter: string }
  | { kind: 'missing_parameter'; parameter: string }
  | { kind: 'unknown_client' }
  | { kind: 'redirect_uri_mismatch'; redirectUri: string }
  | { kind: 'unsupported_response_type'; responseType: string }
  | { kind: 'unsupported_challenge'; method: string };

export interface AuthorizationRules {
  required: readonly string[];
  scopeSeparator: RegExp;
}

/** base64url of 32 bytes. */
const S256_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

export function parseAuthorizationRequest(
  parameters: URLSearchParams,
  registry: ClientRegistry,
  rules: AuthorizationRules,
): AuthorizationRequest | { fault: AuthorizationFault } {
  const repeated = [...new Set(parameters.keys())].find((name) => parameters.getAll(name).length > 1);
  if (repeated) return { fault: { kind: 'repeated_parameter', parameter: repeated } };

  const client = registry.find(parameters.get('client_id'));
  if (!client) return { fault: { kind: 'unknown_client' } };

  const redirectUri = parameters.get('redirect_uri') ?? '';
  if (!client.redirectUris.includes(redirectUri)) return { fault: { kind: 'redirect_uri_mismatch', redirectUri } };

  const missing = rules.required.find((name) => !parameters.get(name));
  if (missing) return { fault: { kind: 'missing_parameter', parameter: missing } };

  const responseType = parameters.get('response_type');
  if (responseType !== null && responseType !== 'code') {
    return { fault: { kind: 'unsupported_response_type', responseType } };
  }
  const challenge = challengeOf(parameters);
  if (typeof challenge === 'object') return { fault: challenge };
  return {
    client,
    redirectUri,
    scope: (parameters.get('scope') ?? '').split(rules.scopeSeparator).filter(Boolean),
    state: parameters.get('state') ?? undefined,
    codeChallenge: challenge,
  };
}

function challengeOf(parameters: URLSearchParams): string | undefined | AuthorizationFault {
  const challenge = parameters.get('code_challenge');
  const method = parameters.get('code_challenge_method');
  if (challenge === null && method === null) return undefined;
  // A challenge without a method means "plain", which gives no protection.
  if (method !== 'S256' || !S256_CHALLENGE.test(challenge ?? '')) {
    return { kind: 'unsupported_challenge', method: method ?? 'plain' };
  }
  return challenge ?? undefined;
}
