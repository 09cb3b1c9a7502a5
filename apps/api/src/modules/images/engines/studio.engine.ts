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

/** What is being done once the painter's step has ended. */
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
  // An algorithm that learned from nobody's pictures; `trainedAlgorithmicMedia` would claim a model.
  sourceType: 'algorithmicMedia',
});

/** The embedded painter: no learned model, no network, pictures from the words of the prompt and the seed. */
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
      // The same request would be refused again; a painter that died may not.
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
