import { Logger } from '@nestjs/common';
import * as z from 'zod';
import { alerts } from '../../../../platform/observability/metrics.js';
import {
  EngineError,
  MAX_IMAGE_BYTES,
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
  // Without guidance a negative prompt has no effect.
  honoursNegativePrompt: (model) => guidanceFor(settings, model) > 1,
  tellsProgress: true,
  parallel: settings.parallel,
  timeoutMs: settings.timeoutSeconds * 1_000,
  sourceType: 'trainedAlgorithmicMedia',
});

/** `info` is JSON in a string, or JSON, or missing, depending on the server. */
function infoOf(info: unknown): Info | null {
  try {
    return Info.parse(typeof info === 'string' ? JSON.parse(info) : info);
  } catch {
    return null;
  }
}

/** A server with the AUTOMATIC1111 API, which works on one image after the other. */
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
      throw new EngineError('ENGINE_FAILED', 'an image has two sides', { retryable: false });
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
    const image = new WatchedImage(this.server, watched, this.times.pollMs ?? POLL_MS);
    // Checked again: another request of ours may have reached the server before this one.
    const canBeTold = this.atWork === 1 && (await image.canBeTold()) && this.atWork === 1;
    signal.throwIfAborted();
    const following = canBeTold ? image.follow() : Promise.resolve();
    try {
      const answer = await this.server.post('txt2img', this.bodyOf(request), signal);
      if (await image.wasStopped()) throw new EngineError('ENGINE_FAILED', `${WEBUI} was told to stop half-way`);
      return await this.imageOf(request, answer);
    } catch (error) {
      // The server would finish an image that nobody waits for, while others queue behind it.
      if (signal.aborted && canBeTold) await image.interrupt();
      throw error;
    } finally {
      image.end();
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
      // Loading a checkpoint takes longer than an image, so the loaded one is kept.
      ...(checkpoint && {
        override_settings: { sd_model_checkpoint: checkpoint },
        override_settings_restore_afterwards: false,
      }),
    };
  }

  private async imageOf(request: ImageRequest, answer: unknown): Promise<Buffer> {
    const parsed = Answer.safeParse(answer);
    const base64 = parsed.data?.images[0]?.replace(/^data:[^,]*,/, '');
    if (!base64) throw new EngineError('ENGINE_FAILED', `${WEBUI} answered no image`);
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.length > MAX_IMAGE_BYTES) {
      throw new EngineError('IMAGE_INVALID', `${WEBUI} answered more than ${MAX_IMAGE_BYTES} bytes`);
    }
    if (await isBlack(bytes)) {
      throw new EngineError('CONTENT_REJECTED', `${WEBUI} blackened the image, as safety checkers do`);
    }
    this.watchCheckpoint(checkpointFor(this.settings, request.model), infoOf(parsed.data?.info));
    return bytes;
  }

  /** Servers silently ignore a checkpoint that they do not have. */
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
