import { Logger } from '@nestjs/common';
import { Gauge } from 'prom-client';
import * as z from 'zod';
import { ask, readJson } from '../engine-http.js';
import { EngineError } from '../image-engine.port.js';
import { STABILITY, stabilityRefusal } from './stability-refusals.js';
import { abortAfter } from '../../../../platform/abort-after.js';

const creditsLeft = new Gauge({
  name: 'engine_credits_left',
  help: "Credits left in the operator's account at an engine, as it last said",
  labelNames: ['engine'],
});

const Balance = z.object({ credits: z.number() });
const FRESH_MS = 300_000;
const PATIENCE_MS = 5_000;

/** For the operator. Images never wait for it. */
export class StabilityBalance {
  private readonly logger = new Logger(StabilityBalance.name);
  private readonly closed = new AbortController();
  private readAt = -Infinity;
  private reading: Promise<void> = Promise.resolve();
  private said = false;

  constructor(
    private readonly url: string,
    private readonly headers: Record<string, string>,
  ) {}

  look(): void {
    if (this.closed.signal.aborted || performance.now() - this.readAt < FRESH_MS) return;
    this.readAt = performance.now();
    this.reading = this.read().catch((error: unknown) => this.complain(error));
  }

  async close(): Promise<void> {
    this.closed.abort(new Error('closed'));
    await this.reading;
  }

  private complain(error: unknown): void {
    if (this.closed.signal.aborted) return;
    const text = `The balance could not be read: ${String(error)}`;
    // A permanent fault needs the operator.
    if (error instanceof EngineError && !error.retryable) this.logger.error(text);
    else this.logger.warn(text);
  }

  private async read(): Promise<void> {
    const { response, body } = await abortAfter(PATIENCE_MS, this.closed.signal, async (signal) => {
      const answer = await ask(STABILITY, `${this.url}/v1/user/balance`, { headers: this.headers, signal });
      return { response: answer, body: await readJson(STABILITY, answer, { signal }) };
    });
    if (response.status !== 200) throw stabilityRefusal(response.status, response.headers, body);
    const { credits } = Balance.parse(body);
    creditsLeft.set({ engine: 'stability' }, credits);
    if (!this.said) this.logger.log(`${STABILITY}: the account has ${credits} credits left`);
    this.said = true;
  }
}
