import { Logger } from '@nestjs/common';
import * as z from 'zod';
import { alerts } from '../../../../platform/observability/metrics.js';
import {
  EngineError,
  MAX_PICTURE_BYTES,
  type EngineCapabilities,
  type GeneratedImage,
  type GenerateOptions,
  type ImageEngine,
  type ImageRequest,
} from '../image-engine.port.js';
import { readImageHeader, isBlack } from '../inspect-image.js';
import { withStyleInWords } from '../style-phrases.js';
import { WatchedImage } from './webui-progress.js';
import { withoutOrders } from './webui-prompt.js';
import { WEBUI, WebuiServer, type WebuiSettings } from './webui-server.js';
import { checkpointFor, guidanceFor, namesOtherCheckpoint, stepsFor } from './webui-sampling.js';

const POLL_MS = 700;

const Answer = z.object({ images: z.array(z.string()).catch([]), info: z.unknown() });
const Info = z.object({ sd_model_name: z.string().catch(''), sd_model_hash: z.string().catch('') });
type Info = z.infer<typeof Info>;

export const webuiCapabilities = (settings: WebuiSettings): EngineCapabilities => ({
  styles: 'in_words',
  formats: ['png'],
  // Without guidance there is nothing that a negative prompt could lead away from.
  honoursNegativePrompt: (model) => guidanceFor(settings, model) > 1,
  tellsProgress: true,
  parallel: settings.parallel,
  sourceType: 'trainedAlgorithmicMedia',
});

/** `info` is JSON in a string, or JSON, or nothing at all, depending on who wrote the server. */
function infoOf(info: unknown): Info | null {
  try {
    return Info.parse(typeof info === 'string' ? JSON.parse(info) : info);
  } catch {
    return null;
  }
}

/** A server of one's own that speaks the AUTOMATIC1111 API. It works on one picture after the other. */
export class WebuiEngine implements ImageEngine {
  readonly id = 'webui';
  readonly capabilities: EngineCapabilities;
  private readonly logger = new Logger(WebuiEngine.name);
  private readonly server: WebuiServer;
  private readonly strangers = new Set<string>();
  private atWork = 0;

  constructor(
    private readonly settings: WebuiSettings,
    private readonly times: { pollMs?: number; silenceMs?: number } = {},
  ) {
    this.capabilities = webuiCapabilities(settings);
    this.server = new WebuiServer(settings, times.silenceMs);
  }

  async generate(request: ImageRequest, options: GenerateOptions): Promise<GeneratedImage> {
    options.signal.throwIfAborted();
    if (request.width < 1 || request.height < 1) {
      throw new EngineError('ENGINE_FAILED', 'a picture has two sides', { retryable: false });
    }
    this.atWork += 1;
    try {
      options.onProgress({ stage: 'preparing', fraction: null, preview: null });
      const bytes = await this.paint(request, options);
      options.onProgress({ stage: 'finishing', fraction: null, preview: null });
      return await answered(request, bytes);
    } finally {
      this.atWork -= 1;
    }
  }

  async close(): Promise<void> {}

  private async paint(request: ImageRequest, options: GenerateOptions): Promise<Buffer> {
    const { signal } = options;
    const watched = { steps: stepsFor(this.settings, request.model), options };
    const picture = new WatchedImage(this.server, watched, this.times.pollMs ?? POLL_MS);
    // The second look at our own: one that came meanwhile may be at the server before this one.
    const canBeTold = this.atWork === 1 && (await picture.canBeTold()) && this.atWork === 1;
    signal.throwIfAborted();
    const following = canBeTold ? picture.follow() : Promise.resolve();
    try {
      const answer = await this.server.post('txt2img', this.bodyOf(request), signal);
      if (await picture.wasStopped()) throw new EngineError('ENGINE_FAILED', `${WEBUI} was told to stop half-way`);
      return await this.pictureOf(request, answer);
    } catch (error) {
      // A server goes on for a caller who is gone, and others wait behind.
      if (signal.aborted && canBeTold) await picture.interrupt();
      throw error;
    } finally {
      picture.end();
      await following;
    }
  }

  private bodyOf(request: ImageRequest): object {
    const { model, width, height, seed } = request;
    const { sampler } = this.settings;
    const checkpoint = checkpointFor(this.settings, model);
    const negative = this.capabilities.honoursNegativePrompt(model) ? withoutOrders(request.negativePrompt) : '';
    return {
      prompt: withStyleInWords(withoutOrders(request.prompt), request.style),
      negative_prompt: negative,
      width,
      height,
      seed,
      steps: stepsFor(this.settings, model),
      cfg_scale: guidanceFor(this.settings, model),
      batch_size: 1,
      n_iter: 1,
      send_images: true,
      save_images: false,
      ...(sampler && { sampler_name: sampler }),
      // Loading a checkpoint takes longer than a picture: what is loaded stays for the next one.
      ...(checkpoint && {
        override_settings: { sd_model_checkpoint: checkpoint },
        override_settings_restore_afterwards: false,
      }),
    };
  }

  private async pictureOf(request: ImageRequest, answer: unknown): Promise<Buffer> {
    const parsed = Answer.safeParse(answer);
    const base64 = parsed.data?.images[0]?.replace(/^data:[^,]*,/, '');
    if (!base64) throw new EngineError('ENGINE_FAILED', `${WEBUI} answered no picture`);
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.length > MAX_PICTURE_BYTES) {
      throw new EngineError('IMAGE_INVALID', `${WEBUI} answered more than ${MAX_PICTURE_BYTES} bytes`);
    }
    if (await isBlack(bytes)) {
      throw new EngineError('CONTENT_REJECTED', `${WEBUI} blackened the picture, as safety checkers do`);
    }
    this.watchCheckpoint(checkpointFor(this.settings, request.model), infoOf(parsed.data?.info));
    return bytes;
  }

  /** Servers pass over a checkpoint that they do not have, and paint with another. */
  private watchCheckpoint(asked: string | null, info: Info | null): void {
    if (!asked || !info || !namesOtherCheckpoint(asked, info) || this.strangers.has(asked)) return;
    this.strangers.add(asked);
    alerts.inc({ kind: 'webui_checkpoint' });
    this.logger.warn(`${WEBUI} painted with another checkpoint than "${asked}" of WEBUI_MODELS: does it have that?`);
  }
}

async function answered(request: ImageRequest, bytes: Buffer): Promise<GeneratedImage> {
  const facts = await readImageHeader(bytes);
  return {
    bytes,
    format: facts?.format ?? 'png',
    width: facts?.width ?? request.width,
    height: facts?.height ?? request.height,
    seed: request.seed,
    understood: [],
    engineRequestId: null,
  };
}
