/** Load on a product while it is updated: no request may fail, and no generation may be lost or charged twice. The requests
 * go through Caddy, as those of browsers: `LOAD_ORIGIN`, at `LOAD_PORT` of this host, with a certificate by `LOAD_CA`. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, poll } from './customer.mjs';

const READERS = 8;
const READER_PAUSE_MS = 20;
/** The credits of a plan last for eleven minutes. */
const GENERATION_PAUSE_MS = 8_000;
const PRICE = 2.5;

/** Opens a request; the connection is kept, as browsers keep theirs. */
function open(agent, { method = 'GET', path, token, text, headers }) {
  return request({
    host: '127.0.0.1',
    port: process.env.LOAD_PORT,
    servername: new URL(process.env.LOAD_ORIGIN).hostname,
    path,
    method,
    agent,
    headers: {
      host: new URL(process.env.LOAD_ORIGIN).host,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      ...headers,
    },
  });
}

function ask(agent, { body, ...wanted }) {
  const text = body && JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = open(agent, { ...wanted, text });
    sent.on('error', reject).on('response', (answer) => {
      let received = '';
      answer.setEncoding('utf8').on('data', (piece) => (received += piece));
      answer.on('error', reject).on('end', () => resolve({ status: answer.statusCode, text: received }));
    });
    sent.end(text);
  });
}

class Load {
  requests = 0;
  streams = 0;
  failures = [];
  accepted = [];

  agent = new Agent({ keepAlive: true, ca: readFileSync(process.env.LOAD_CA) });

  constructor(token, stopFile) {
    this.token = token;
    this.hasEnded = () => existsSync(stopFile);
  }

  async ask(wanted, status) {
    this.requests += 1;
    const label = `${new Date().toISOString()} ${wanted.method ?? 'GET'} ${wanted.path}`;
    try {
      const answer = await ask(this.agent, wanted);
      if (answer.status === status) return answer;
      this.failures.push(`${label}: ${answer.status} ${answer.text.slice(0, 80).split('\n')[0]}`);
    } catch (error) {
      this.failures.push(`${label}: ${error.code ?? error.message}`);
    }
    return undefined;
  }

  async read(number) {
    const paths = ['/', '/zh/pricing', '/api/subscriptions/plans', '/api/quota', '/api/images?page=1', '/api/auth/me'];
    for (let at = number; !this.hasEnded(); at += 1) {
      await this.ask({ path: paths[at % paths.length], token: this.token }, 200);
      await sleep(READER_PAUSE_MS);
    }
  }

  /** A POST is what a proxy must not repeat. */
  async write() {
    while (!this.hasEnded()) {
      const body = { prompt: 'a lighthouse on a cliff at night', model: 'sd3.5-flash' };
      const headers = { 'idempotency-key': randomUUID() };
      const wanted = { method: 'POST', path: '/api/images/generate', token: this.token, body, headers };
      const answer = await this.ask(wanted, 202);
      if (answer) this.accepted.push(JSON.parse(answer.text).data.id);
      await sleep(GENERATION_PAUSE_MS);
    }
  }

  /** Events end with the process that sends them; browsers connect again, and so does this. */
  async listen() {
    while (!this.hasEnded()) {
      await this.follow().catch((error) => this.failures.push(`the event stream: ${error.message}`));
      this.streams += 1;
    }
  }

  /** One stream, to its end or that of the load. A stream that was cut is no failure, one that cannot be opened is. */
  follow() {
    return new Promise((resolve, reject) => {
      const sent = open(this.agent, { path: '/api/images/events', token: this.token });
      const looking = setInterval(() => this.hasEnded() && sent.destroy(), 500);
      sent.on('close', () => {
        clearInterval(looking);
        resolve();
      });
      sent.on('error', (error) => (this.hasEnded() ? resolve() : reject(new Error(error.message))));
      sent.on('response', (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`));
        answer.resume().on('error', () => undefined);
      });
      sent.end();
    });
  }
}

const stats = async (token) => (await call('GET', '/quota/stats', { token })).data;

export async function runLoad(token, stopFile) {
  const before = await stats(token);
  await poll('the certificate', async () => existsSync(process.env.LOAD_CA));
  const load = new Load(token, stopFile);
  writeFileSync(`${stopFile}.begun`, '');
  const readers = Array.from({ length: READERS }, (_, number) => load.read(number));
  await Promise.all([...readers, load.write(), load.listen()]);
  load.agent.destroy();
  console.log(`${load.requests} requests, ${load.failures.length} failed, ${load.streams} event streams`);
  assert.deepEqual(load.failures.slice(0, 10), []);
  assert.ok(load.requests > 0);

  const ended = [];
  for (const id of load.accepted) {
    const generation = await poll(`the end of ${id}`, async () => {
      const { data } = await call('GET', `/images/generations/${id}`, { token });
      return ['completed', 'failed'].includes(data.status) ? data : undefined;
    });
    ended.push(generation.status);
  }
  const completed = ended.filter((status) => status === 'completed').length;
  const after = await stats(token);
  console.log(
    `${load.accepted.length} generations accepted, ${completed} completed, ${ended.length - completed} returned`,
  );
  assert.equal(completed, ended.length);
  assert.equal(after.spentCredits - before.spentCredits, completed * PRICE);
  assert.equal(after.heldCredits, 0);
}
