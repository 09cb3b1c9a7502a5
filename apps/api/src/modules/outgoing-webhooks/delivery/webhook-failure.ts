import type { WebhookFailure } from '@app/contracts';

const CERTIFICATE = /CERT|UNABLE_TO_VERIFY|HOSTNAME_MISMATCH/;
const TIMEOUT = new Set(['ABORT_ERR', 'ETIMEDOUT']);
/** Of our checks and of the agent that filters addresses. */
const ADDRESS = /has no address|is no public address|is not allowed/;

/** What the owner of an endpoint can act on; the error itself could tell of our network. */
export function webhookFailure(error: unknown): WebhookFailure {
  const { code = '', message = '' } = error as { code?: unknown; message?: string };
  if (typeof code === 'string' && CERTIFICATE.test(code)) return 'certificate';
  if (TIMEOUT.has(String(code))) return 'timeout';
  return ADDRESS.test(message) ? 'address' : 'connection';
}
