import { expect } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import {
  EngineError,
  type EngineErrorCode,
  type EngineProgress,
  type GeneratedImage,
  type ImageEngine,
  type ImageRequest,
} from '../../../src/modules/images/engines/image-engine.port.js';
import type { TestSandbox } from '../sandbox.js';

/** An address on this machine where nobody listens any more. */
export async function desertedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no address');
  return `http://127.0.0.1:${address.port}`;
}

export interface LoggedRequest {
  method: string;
  path: string;
  status: number;
  detail?: Record<string, unknown>;
}

/** Settings that point the API at an engine of the sandbox. */
export const offerOf = async (sandbox: TestSandbox, provider: string): Promise<Record<string, string>> =>
  (await sandbox.control<Record<string, Record<string, string>>>('offers'))[provider] ?? {};

/** The calls for images that an engine of the sandbox got, oldest first. */
export const paintingsOf = async (sandbox: TestSandbox, provider: string): Promise<LoggedRequest[]> =>
  (await sandbox.control<LoggedRequest[]>(`requests?provider=${provider}`))
    .filter(({ method, path }) => method === 'POST' && /generate\/sd3$|txt2img$/.test(path))
    .toReversed();

export const imageRequest = (more: Partial<ImageRequest> = {}): ImageRequest => ({
  requestId: 'picture:1',
  prompt: 'a lighthouse at dawn',
  negativePrompt: '',
  model: 'sd3.5-medium',
  style: 'enhance',
  size: '1:1',
  width: 1024,
  height: 1024,
  quality: 'standard',
  seed: 42,
  format: 'png',
  ...more,
});

export interface Asking {
  signal?: AbortSignal;
  onProgress?: (progress: EngineProgress) => void;
}

export const paint = (
  engine: ImageEngine,
  more: Partial<ImageRequest> = {},
  { signal = new AbortController().signal, onProgress = () => undefined }: Asking = {},
): Promise<GeneratedImage> => engine.generate(imageRequest(more), { signal, onProgress });

/** The error that a painting ends with; fails when an image comes, or anything that is no `EngineError`. */
export async function engineErrorOf(painting: Promise<GeneratedImage>): Promise<EngineError> {
  const error: unknown = await painting.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof EngineError) return error;
  throw new Error(`expected an EngineError, got ${inspect(error)}`);
}

export const kindOf = ({ code, retryable, retryAfterMs }: EngineError): [EngineErrorCode, boolean, number] => [
  code,
  retryable,
  retryAfterMs,
];

/** Whatever is logged of an error, with all its causes, must not hold any of `secrets`. */
export function expectDiscreet(error: Error, secrets: readonly string[]): void {
  const told = inspect(error, { depth: 12, showHidden: true });
  for (const secret of secrets) expect(told).not.toContain(secret);
}
