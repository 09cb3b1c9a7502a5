import type { SandboxContext } from '../../kit/provider.js';
import { ApiFault } from './errors.js';

/** Takes the secret key as a bearer token or as the user of basic authentication. @throws ApiFault 401 */
export function checkKey(c: SandboxContext, secretKey: string): void {
  const given = keyOf(c.req.header('authorization'));
  if (given === secretKey) return;
  throw unprocessed(
    given === undefined || given === ''
      ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/."
      : given.startsWith('pk_')
        ? 'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.'
        : `Invalid API Key provided: ${masked(given)}`,
  );
}

function unprocessed(message: string): ApiFault {
  const fault = new ApiFault(401, { type: 'invalid_request_error', message });
  fault.isUnprocessed = true;
  return fault;
}

function keyOf(header: string | undefined): string | undefined {
  const [scheme = '', value = ''] = header?.split(' ') ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return undefined;
  return Buffer.from(value, 'base64').toString().split(':')[0];
}

const masked = (key: string): string => `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`;
