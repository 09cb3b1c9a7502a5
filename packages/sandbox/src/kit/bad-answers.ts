import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxContext } from './provider.js';

export interface Answer {
  status: 200 | 201 | 206;
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * `stall` stops midway but stays connected, `cut` disconnects midway, `drop` at once, `html` is a proxy's page with
 * status 200.
 */
export const DELIVERY_FAILURES = ['slow', 'stall', 'cut', 'drop', 'html', 'empty'] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

const PROXY_PAGE = '<!doctype html><html><head><title>Welcome</title></head><body><h1>It works!</h1></body></html>';

/** Waits `ms`, or until the client disconnects. */
export async function pause(c: SandboxContext, ms: number): Promise<void> {
  if (ms <= 0 || c.env.outgoing.destroyed) return;
  const gone = new AbortController();
  c.env.outgoing.once('close', () => gone.abort());
  await sleep(ms, undefined, { signal: gone.signal }).catch(() => undefined);
}

export async function deliver(
  c: SandboxContext,
  answer: Answer,
  failure: DeliveryFailure | undefined,
  slowMs: number,
): Promise<Response> {
  const { status, headers, body } = answer;
  switch (failure) {
    case 'slow':
      await pause(c, slowMs);
      return c.body(bytesOf(body), status, headers);
    case 'drop':
      c.env.outgoing.destroy();
      return c.body(null);
    case 'html':
      return c.html(PROXY_PAGE);
    case 'empty':
      return c.body('', status, { ...headers, 'content-length': '0' });
    case 'cut':
    case 'stall':
      return c.body(half(c, body, failure), status, { ...headers, 'content-length': String(body.byteLength) });
    case undefined:
      return c.body(bytesOf(body), status, headers);
  }
}

const bytesOf = (body: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(body);

function half(c: SandboxContext, body: Buffer, then: 'cut' | 'stall'): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isSent) {
        isSent = true;
        controller.enqueue(bytesOf(body.subarray(0, Math.ceil(body.byteLength / 2))));
        return;
      }
      if (then === 'stall') {
        await once(c.env.outgoing, 'close');
        return;
      }
      // Lets the first half leave before the connection ends.
      await new Promise((resolve) => setImmediate(resolve));
      c.env.outgoing.socket?.destroySoon();
    },
  });
}
