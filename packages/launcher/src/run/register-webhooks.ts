import { PartError } from '../parts/part.js';

interface Registration {
  sandboxUrl: string;
  webhookUrl: string;
  logFile: string;
  signal: AbortSignal;
}

/** Tells the Stripe sandbox the address of our webhooks. @throws PartError */
export async function registerWebhooks({ sandboxUrl, webhookUrl, logFile, signal }: Registration): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/_sandbox/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ webhookUrl }),
    signal,
  });
  if (answer.ok) return;
  const remedy = `Without them no payment would arrive. The whole log is in ${logFile}`;
  throw new PartError('sandbox', `refused the address of webhooks (${answer.status})`, await answer.text(), remedy);
}
