import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../packages/sandbox/dist/index.js';

/** Google, Stripe and the others at `publicUrl`, as long as `work` takes; the API's settings for them go to `envFile`. */
export async function withSandbox({ origin, publicUrl, envFile }, work) {
  const dir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const { hostname: host, port } = new URL(publicUrl);
  const clients = { redirectUris: [`${origin}/auth/callback`] };
  const sandbox = await startSandbox({ dir, host, port: Number(port), publicUrl, clients });
  const control = async (path, body) => {
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
  };
  try {
    await control('stripe', { webhookUrl: `${origin}/api/webhooks/stripe` });
    const settings = { ...sandbox.environment(), PAYPAL_WEBHOOK_URL: `${origin}/api/webhooks/paypal` };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(`${envFile}.new`, lines.join(''));
    renameSync(`${envFile}.new`, envFile);
    await work(control);
  } finally {
    await sandbox.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
