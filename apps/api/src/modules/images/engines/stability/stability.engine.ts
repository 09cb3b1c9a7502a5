import { SEED_MAX } from '@app/contracts';
import type { Config } from '../../../../platform/config/config.js';
import { ask, discard, mediaType, readBody, readError } from '../engine-http.js';
import {
  EngineError,
  MAX_IMAGE_BYTES,
  type EngineCapabilities,
  type GeneratedImage,
  type GenerateOptions,
  type ImageEngine,
  type ImageRequest,
} from '../image-engine.port.js';
import { readImageHeader } from '../inspect-image.js';
import { withStyleInWords } from '../style-phrases.js';
import { StabilityBalance } from './stability-balance.js';
import { STABILITY, stabilityRefusal, StyleRefusedError } from './stability-refusals.js';

export type StabilitySettings = NonNullable<Config['stability']>;

/** Far below the service's limit of 150 requests in ten seconds. */
const PARALLEL = 8;
const TIMEOUT_MS = 90_000;
const SILENCE_MS = 15_000;
/** Models without guidance, which ignore negative prompts. */
const WITHOUT_NEGATIVE = new Set(['sd3.5-large-turbo', 'sd3.5-flash']);

export const stabilityCapabilities = (): EngineCapabilities => ({
  styles: 'native',
  // The service offers WebP on other endpoints only.
  formats: ['png', 'jpeg'],
  honoursNegativePrompt: (model) => !WITHOUT_NEGATIVE.has(model),
  tellsProgress: false,
  parallel: PARALLEL,
  timeoutMs: TIMEOUT_MS,
  sourceType: 'trainedAlgorithmicMedia',
});

/** The service takes 0 for any seed, so seed 0 is sent as a number far from it, which makes it reproducible. */
const seedThere = (seed: number): number => (seed === 0 ? SEED_MAX / 2 : seed);

const isFirstAttempt = ({ requestId }: ImageRequest): boolean => requestId.endsWith(':1');

export class StabilityEngine implements ImageEngine {
  readonly id = 'stability';
  readonly capabilities = stabilityCapabilities();
  private readonly headers: Record<string, string>;
  private readonly balance: StabilityBalance;
  private saysStylesInWords = false;

  /** `silenceMs`: an answer that stops for so long is given up. */
  constructor(
    private readonly settings: StabilitySettings,
    private readonly silenceMs = SILENCE_MS,
  ) {
    this.headers = { authorization: `Bearer ${settings.apiKey}` };
    this.balance = new StabilityBalance(settings.baseUrl, this.headers);
    this.balance.look();
  }

  async generate(request: ImageRequest, { signal }: GenerateOptions): Promise<GeneratedImage> {
    signal.throwIfAborted();
    if (request.width < 1 || request.height < 1) {
      throw new EngineError('ENGINE_FAILED', 'an image has two sides', { retryable: false });
    }
    const image = await this.inKnownStyle(request, signal);
    this.balance.look();
    return image;
  }

  close(): Promise<void> {
    return this.balance.close();
  }

  /**
   * Once the service refuses styles, they go into the prompt. Repeats at once, but no image costs more than three
   * calls.
   */
  private async inKnownStyle(request: ImageRequest, signal: AbortSignal): Promise<GeneratedImage> {
    try {
      return await this.paint(request, signal);
    } catch (error) {
      if (!(error instanceof StyleRefusedError)) throw error;
      this.saysStylesInWords = true;
      if (!isFirstAttempt(request)) throw new EngineError('ENGINE_FAILED', error.message);
    }
    try {
      return await this.paint(request, signal);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      // Final for this image; a passing outage must not count as a refusal of our account.
      const { code, message, pauseMs, retryAfterMs } = error;
      const isPassing = code === 'ENGINE_UNAVAILABLE' && error.retryable;
      const options = { retryable: false, pauseMs, retryAfterMs };
      throw new EngineError(isPassing ? 'ENGINE_FAILED' : code, message, options);
    }
  }

  private async paint(request: ImageRequest, signal: AbortSignal): Promise<GeneratedImage> {
    const response = await ask(STABILITY, `${this.settings.baseUrl}/v2beta/stable-image/generate/sd3`, {
      method: 'POST',
      headers: { ...this.headers, accept: 'image/*' },
      body: this.formOf(request),
      signal,
    });
    if (response.status !== 200) {
      const body = await readError(STABILITY, response, signal);
      throw stabilityRefusal(response.status, response.headers, body);
    }
    refuseWhatIsNoImage(response);
    const bytes = await readBody(STABILITY, response, {
      limit: MAX_IMAGE_BYTES,
      silenceMs: this.silenceMs,
      signal,
    });
    if (bytes.length === 0) throw new EngineError('ENGINE_FAILED', `${STABILITY} answered nothing`);
    return answered(request, response, bytes);
  }

  private formOf(request: ImageRequest): FormData {
    const { prompt, negativePrompt, model, style, size, seed, format } = request;
    const form = new FormData();
    form.set('prompt', this.saysStylesInWords ? withStyleInWords(prompt, style) : prompt);
    form.set('model', model);
    form.set('aspect_ratio', size);
    form.set('seed', String(seedThere(seed)));
    form.set('output_format', format === 'webp' ? 'png' : format);
    if (!this.saysStylesInWords) form.set('style_preset', style);
    if (negativePrompt && this.capabilities.honoursNegativePrompt(model)) form.set('negative_prompt', negativePrompt);
    return form;
  }
}

/** For status 200: a blurred image, or the page of a proxy. */
function refuseWhatIsNoImage(response: Response): void {
  const reason = response.headers.get('finish-reason') ?? 'SUCCESS';
  const type = mediaType(response);
  if (reason === 'SUCCESS' && type.startsWith('image/')) return;
  discard(response);
  if (reason === 'CONTENT_FILTERED') {
    throw new EngineError('CONTENT_REJECTED', `${STABILITY} blurred the image: its filter declined it`);
  }
  const what = reason === 'SUCCESS' ? type : 'another finish reason';
  throw new EngineError('ENGINE_FAILED', `${STABILITY} answered ${what} instead of an image`);
}

async function answered(request: ImageRequest, response: Response, bytes: Buffer): Promise<GeneratedImage> {
  const facts = await readImageHeader(bytes);
  const asked = request.format === 'webp' ? 'png' : request.format;
  return {
    bytes,
    format: facts?.format ?? asked,
    width: facts?.width ?? request.width,
    height: facts?.height ?? request.height,
    seed: request.seed,
    understood: [],
    engineRequestId: /^[\w-]{1,100}$/.exec(response.headers.get('x-request-id') ?? '')?.[0] ?? null,
  };
}
