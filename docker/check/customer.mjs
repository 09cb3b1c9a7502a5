/** What one customer does, by HTTP. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { grantAccessAsNewAccount } from '../../packages/sandbox/dist/index.js';

const origin = process.env.PUBLIC_URL;
const WAIT_MS = 180_000;

export async function poll(what, ask) {
  const end = Date.now() + WAIT_MS;
  while (Date.now() < end) {
    const found = await ask().catch(() => undefined);
    if (found) return found;
    await sleep(500);
  }
  throw new Error(`${what} did not happen within ${WAIT_MS / 1000} s`);
}

export async function call(method, path, { token, body, headers } = {}) {
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
  return { data: JSON.parse(text).data, headers: answer.headers };
}

export async function signIn() {
  const started = await call('GET', '/auth/google');
  const handle = `user-${randomUUID().slice(0, 8)}`;
  const fields = { name: 'Test Person', email: `${handle}@example.com`, verified: 'yes' };
  const returned = new URL(await grantAccessAsNewAccount(started.data.auth_url, fields));
  const [code, state] = ['code', 'state'].map((name) => returned.searchParams.get(name));
  const cookie = started.headers.getSetCookie().map((line) => line.split(';')[0]);
  const headers = { cookie: cookie.join('; ') };
  return (await call('POST', '/auth/google/callback', { headers, body: { code, state } })).data.access_token;
}

/** The events of this person until one matches. */
async function waitForEvent(token, isWanted) {
  const answer = await fetch(`${origin}/api/images/events`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(answer.status, 200);
  let text = '';
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const lines = text.split('\n').filter((line) => line.startsWith('data: ') && line.endsWith('}'));
    if (lines.some(isWanted)) return;
  }
  throw new Error('the event stream ended');
}

export async function generate(token) {
  const isCompleted = (line) => line.includes('"status":"completed"');
  const completed = waitForEvent(token, isCompleted);
  const body = { prompt: 'a lighthouse on a cliff at night', model: 'sd3.5-flash' };
  const headers = { 'idempotency-key': randomUUID() };
  const { data: accepted } = await call('POST', '/images/generate', { token, body, headers });
  await completed;
  const { data } = await call('GET', `/images/generations/${accepted.id}`, { token });
  assert.equal(data.status, 'completed');
  const [image] = data.generated_images;
  const file = await fetch(`${origin}/api/images/${image.id}/download`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const bytes = Buffer.from(await file.arrayBuffer());
  assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'image/png']);
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  // nginx offers parts of files that it sends by itself; the API does not.
  assert.equal(file.headers.get('accept-ranges'), 'bytes');
  return bytes.length;
}

export async function buy(token, control) {
  const wanted = { plan_id: 'plan-pro', success_url: '/payment/success', cancel_url: '/pricing' };
  const { data } = await call('POST', '/subscriptions/checkout-session', { token, body: wanted });
  await control(`stripe/checkout/${data.session_id}/pay`, {});
  // By the webhook alone, without the return page.
  return poll('the plan', async () => {
    const plan = (await call('GET', '/subscriptions/my', { token })).data;
    return plan?.status === 'active' ? plan : undefined;
  });
}
