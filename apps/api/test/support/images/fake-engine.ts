import { DEFAULT_MODEL, type EngineId, type SelectableModel } from '@app/contracts';
import type { ImageEngines } from '../../../src/modules/images/engines/engine-registry.js';
import type {
  EngineCapabilities,
  GeneratedImage,
  GenerateOptions,
  ImageEngine,
  ImageRequest,
} from '../../../src/modules/images/engines/image-engine.port.js';
import { imageFile } from './images.js';

/** Sides of the images that tests ask for: small, so that pixels cost nothing. */
export const SIDE = 64;

export const goodImage = async (request: ImageRequest): Promise<GeneratedImage> => ({
  bytes: await imageFile(request.width, request.height, request.format, request.seed),
  format: request.format,
  width: request.width,
  height: request.height,
  seed: request.seed,
  understood: [{ start: 2, end: 5 }],
  engineRequestId: `fake-${request.requestId}`,
});

type Answer = (request: ImageRequest, options: GenerateOptions) => Promise<GeneratedImage>;

/** An engine that does what the test says; without word, it paints well. */
export class FakeEngine implements ImageEngine {
  readonly calls: ImageRequest[] = [];
  answer: Answer = goodImage;
  readonly capabilities: EngineCapabilities;
  mostAtOnce = 0;
  private atOnce = 0;

  constructor(
    parallel = 8,
    readonly id: EngineId = 'studio',
  ) {
    this.capabilities = {
      styles: 'native',
      formats: ['png', 'jpeg', 'webp'],
      honoursNegativePrompt: () => true,
      tellsProgress: true,
      parallel,
      timeoutMs: 90_000,
      sourceType: 'algorithmicMedia',
    };
  }

  async generate(request: ImageRequest, options: GenerateOptions): Promise<GeneratedImage> {
    this.calls.push(request);
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    try {
      return await this.answer(request, options);
    } finally {
      this.atOnce -= 1;
    }
  }

  close = (): Promise<void> => Promise.resolve();
}

/** The embedded engine paints what tests ask for. */
export const STUDIO_PAINTS = { [DEFAULT_MODEL]: 'studio' } as const;

/** Each model by its engine. */
export type EngineByModel = Partial<Record<SelectableModel, FakeEngine>>;

/** A worker's engines. */
export const enginesOf = (byModel: EngineByModel): ImageEngines => {
  const entries = Object.entries(byModel);
  return {
    idByModel: Object.fromEntries(entries.map(([model, { id }]) => [model, id])),
    for: (model) => {
      const found = entries.find(([name]) => name === model);
      if (!found) throw new Error(`Nobody paints ${model} here`);
      return found[1];
    },
    close: async () => void (await Promise.all(entries.map(([, engine]) => engine.close()))),
  };
};
