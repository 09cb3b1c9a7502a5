import { createHmac } from 'node:crypto';

/** The `Stripe-Signature` of a webhook. @param time seconds, real: receivers compare it with their own clock */
export function signatureOf(body: string, secret: string, time = Math.floor(Date.now() / 1000)): string {
  const digest = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${digest}`;
}
