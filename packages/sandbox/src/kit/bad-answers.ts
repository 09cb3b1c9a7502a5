import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxContext } from './provider.js';

/** An answer that is ready to be sent, or to be spoilt on its way. */
export interface Answer {
  status: 200 | 201 | 206;
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * What can happen to a good answer between a service and its client, also through a proxy: `slow` comes late, `stall`
 * stops in its middle and keeps the connection, `cut` breaks the connection in its middle, `drop` before its beginning,
 * `html` is a proxy's page with status 200, `empty` has no body.
 */
export const DELIVERY_FAILURES = ['slow', 'stall', 'cut', 'drop', 'html', 'empty'] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

const PROXY_PAGE = '<!doctype html><html><head><title>Welcome</title></head><body><h1>It works!</h1></body></html>';

/** Waits `ms`, but no longer than the client does, so that nothing is left running when it is gone. */
export async function pause(c: SandboxContext, ms: number): Promise<void> {
  if (ms <= 0 || c.env.outgoing.destroyed) return;
  const gone = new AbortController();
  c.env.outgoing.once('close', () => gone.abort());
  await sleep(ms, undefined, { signal: gone.signal }).catch(() => undefined);
}

/** Sends `answer`, or what becomes of it by `failure`. `slowMs`: how late a slow one comes. */
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

/** As the answer of a fetch handler takes them: with a buffer of their own. */
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
      // The half that was enqueued is written first, and leaves before the connection ends.
      await new Promise((resolve) => setImmediate(resolve));
      c.env.outgoing.socket?.destroySoon();
    },
  });
}
