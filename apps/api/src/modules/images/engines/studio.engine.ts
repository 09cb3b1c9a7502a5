import { createStudioProcess, type StudioProcess } from '@app/studio/process';
import type { PaintProgress, Stage } from '@app/studio';
import type { Config } from '../../../platform/config/config.js';
import {
  EngineError,
  type EngineCapabilities,
  type EngineProgress,
  type GeneratedImage,
  type GenerateOptions,
  type ImageEngine,
  type ImageRequest,
} from './image-engine.port.js';

const AFTER: Record<Stage, EngineProgress['stage']> = {
  plan: 'drawing',
  sky: 'drawing',
  land: 'drawing',
  subjects: 'finishing',
  style: 'finishing',
  encode: 'finishing',
};

const progressOf = ({ stage, fraction, preview }: PaintProgress): EngineProgress => ({
  stage: AFTER[stage],
  fraction,
  preview: preview ? { bytes: Buffer.from(preview), contentType: 'image/webp' } : null,
});

export const studioCapabilities = ({ generation }: Config): EngineCapabilities => ({
  styles: 'native',
  formats: ['png', 'jpeg', 'webp'],
  honoursNegativePrompt: () => true,
  tellsProgress: true,
  parallel: generation.studioProcesses,
  timeoutMs: 90_000,
  // `trainedAlgorithmicMedia` would claim a model.
  sourceType: 'algorithmicMedia',
});

/** Composes scenes from prompt and seed, without a model or a network. */
class StudioEngine implements ImageEngine {
  readonly id = 'studio';

  constructor(
    private readonly painters: StudioProcess,
    readonly capabilities: EngineCapabilities,
  ) {}

  async generate(request: ImageRequest, { signal, onProgress }: GenerateOptions): Promise<GeneratedImage> {
    const { prompt, negativePrompt, style, width, height, seed, format } = request;
    try {
      const painting = await this.painters.paint(
        { prompt, negativePrompt, style, width, height, seed, format },
        { signal, onProgress: (progress) => onProgress(progressOf(progress)) },
      );
      return {
        bytes: painting.bytes,
        format: painting.format,
        width: painting.width,
        height: painting.height,
        seed,
        understood: painting.understood.map(({ start, end }) => ({ start, end })),
        engineRequestId: null,
      };
    } catch (error) {
      // The same request would be refused again; a process that died may succeed.
      throw new EngineError('ENGINE_FAILED', String(error), {
        retryable: !(error instanceof RangeError),
        cause: error,
      });
    }
  }

  close(): Promise<void> {
    return this.painters.close();
  }
}

export const createStudioEngine = (config: Config): ImageEngine =>
  new StudioEngine(createStudioProcess({ children: config.generation.studioProcesses }), studioCapabilities(config));
