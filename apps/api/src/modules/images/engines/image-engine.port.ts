import type { EngineId, GenerationErrorCode, OutputFormat, Quality, Size, Style } from '@app/contracts';

/** One picture. Several of one prompt are several requests with consecutive seeds. */
export interface ImageRequest {
  /** `<picture>:<attempt>`, for engines that recognise repeated requests. */
  requestId: string;
  prompt: string;
  /** Empty when there is none. */
  negativePrompt: string;
  model: string;
  style: Style;
  size: Size;
  /** Pixels. */
  width: number;
  height: number;
  quality: Quality;
  seed: number;
  /** What is wanted; an engine that cannot do it answers another format. */
  format: OutputFormat;
}

/** The largest file that is taken for a picture, in bytes. */
export const MAX_PICTURE_BYTES = 25_000_000;

/** Code points of the prompt, end exclusive. */
export interface UnderstoodRange {
  start: number;
  end: number;
}

/** What an engine answered, not yet believed: the bytes are checked before anything is done with them. */
export interface GeneratedImage {
  bytes: Buffer;
  format: OutputFormat;
  width: number;
  height: number;
  seed: number;
  /** Words that acted on the picture; empty where the engine does not tell. */
  understood: UnderstoodRange[];
  /** The engine's own name of the request, for questions to its operator. */
  engineRequestId: string | null;
}

export interface EngineProgress {
  stage: 'preparing' | 'drawing' | 'finishing';
  /** 0..1 of the engine's work, where it really tells. */
  fraction: number | null;
  preview: { bytes: Buffer; contentType: string } | null;
}

/** IPTC NewsCodes for pictures made by machines. */
export type DigitalSourceType = 'trainedAlgorithmicMedia' | 'algorithmicMedia';

export interface EngineCapabilities {
  /** `in_words`: the engine knows no styles and the adapter says them in the prompt. */
  styles: 'native' | 'in_words';
  /** Formats that it answers by itself; others are converted afterwards. */
  formats: readonly OutputFormat[];
  /** Some models cannot leave anything out. */
  honoursNegativePrompt: (model: string) => boolean;
  tellsProgress: boolean;
  /** Requests it works on at once; more wait on our side. */
  parallel: number;
  /** Whether what it makes comes from a trained model or from an algorithm alone. */
  sourceType: DigitalSourceType;
}

export interface GenerateOptions {
  /** Aborted: the answer is no longer wanted, stop soon and reject. */
  signal: AbortSignal;
  onProgress: (progress: EngineProgress) => void;
}

/** Something that turns a prompt into a picture. An adapter answers the neutral shape; vendor types stay in its file. */
export interface ImageEngine {
  readonly id: EngineId;
  readonly capabilities: EngineCapabilities;
  /** Throws `EngineError`; anything else thrown counts as `ENGINE_FAILED`. */
  generate(request: ImageRequest, options: GenerateOptions): Promise<GeneratedImage>;
  /** Gives up what it holds: processes, connections. */
  close(): Promise<void>;
}

export type EngineErrorCode = Extract<
  GenerationErrorCode,
  'ENGINE_FAILED' | 'ENGINE_TIMEOUT' | 'ENGINE_BUSY' | 'ENGINE_UNAVAILABLE' | 'CONTENT_REJECTED' | 'IMAGE_INVALID'
>;

/** Where the same request can succeed a little later. */
const RETRYABLE: Record<EngineErrorCode, boolean> = {
  ENGINE_FAILED: true,
  ENGINE_TIMEOUT: true,
  ENGINE_BUSY: true,
  ENGINE_UNAVAILABLE: true,
  CONTENT_REJECTED: false,
  IMAGE_INVALID: false,
};

export interface EngineErrorOptions {
  /** As the code says, unless the engine knows better. */
  retryable?: boolean;
  /** How long the engine asks us to wait. */
  retryAfterMs?: number;
  cause?: unknown;
}

/** Why an engine gave no picture. The message is for logs and holds neither prompt nor key. */
export class EngineError extends Error {
  readonly retryable: boolean;
  readonly retryAfterMs: number;

  constructor(
    readonly code: EngineErrorCode,
    message: string,
    options: EngineErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'EngineError';
    this.retryable = options.retryable ?? RETRYABLE[code];
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
}
