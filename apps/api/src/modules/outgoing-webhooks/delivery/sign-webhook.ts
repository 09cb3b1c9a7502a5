import { Webhook } from 'standardwebhooks';

export interface SignedMessage {
  headers: Record<string, string>;
  body: string;
}

/** Signs a body as Standard Webhooks does: once for each secret, with the time of this attempt. */
export function signWebhook(eventId: string, secrets: string[], at: Date, body: string): SignedMessage {
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'webhooks/1',
      'webhook-id': eventId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(eventId, at, body)).join(' '),
    },
  };
}
