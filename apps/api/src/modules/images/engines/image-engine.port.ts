import type { EngineId, GenerationErrorCode, OutputFormat, Quality, Size, Style } from '@app/contracts';

/** Several images of one prompt are several requests with consecutive seeds. */
export interface ImageRequest {
  /** `<image>:<attempt>`, for engines that recognise repeated requests. */
  requestId: string;
  prompt: string;
  negativePrompt: string;
  model: string;
  style: Style;
  size: Size;
  width: number;
  height: number;
  quality: Quality;
  seed: number;
  /** An engine that cannot produce it returns another format. */
  format: OutputFormat;
}

export const MAX_IMAGE_BYTES = 25_000_000;

export interface UnderstoodRange {
  start: number;
  end: number;
}

/** Not trusted yet: the bytes are checked first. */
export interface GeneratedImage {
  bytes: Buffer;
  format: OutputFormat;
  width: number;
  height: number;
  seed: number;
  /** Words that influenced the image; empty when unknown. */
  understood: UnderstoodRange[];
  engineRequestId: string | null;
}

export interface EngineProgress {
  stage: 'preparing' | 'drawing' | 'finishing';
  fraction: number | null;
  preview: { bytes: Buffer; contentType: string } | null;
}

export type DigitalSourceType = 'trainedAlgorithmicMedia' | 'algorithmicMedia';

export interface EngineCapabilities {
  /** `in_words`: the engine knows no styles, so the adapter adds them to the prompt. */
  styles: 'native' | 'in_words';
  /** Native formats; others are converted afterwards. */
  formats: readonly OutputFormat[];
  /** Some models ignore negative prompts. */
  honoursNegativePrompt: (model: string) => boolean;
  tellsProgress: boolean;
  parallel: number;
  /** A call that takes longer is given up. */
  timeoutMs: number;
  /** Whether images come from a trained model or from an algorithm alone. */
  sourceType: DigitalSourceType;
}

export interface GenerateOptions {
  signal: AbortSignal;
  onProgress: (progress: EngineProgress) => void;
}

export interface ImageEngine {
  readonly id: EngineId;
  readonly capabilities: EngineCapabilities;
  /** Throws `EngineError`; anything else counts as `ENGINE_FAILED`. */
  generate(request: ImageRequest, options: GenerateOptions): Promise<GeneratedImage>;
  close(): Promise<void>;
}

export type EngineErrorCode = Extract<
  GenerationErrorCode,
  'ENGINE_FAILED' | 'ENGINE_TIMEOUT' | 'ENGINE_BUSY' | 'ENGINE_UNAVAILABLE' | 'CONTENT_REJECTED' | 'IMAGE_INVALID'
>;

const RETRYABLE: Record<EngineErrorCode, boolean> = {
  ENGINE_FAILED: true,
  ENGINE_TIMEOUT: true,
  ENGINE_BUSY: true,
  ENGINE_UNAVAILABLE: true,
  CONTENT_REJECTED: false,
  IMAGE_INVALID: false,
};

export interface EngineErrorOptions {
  retryable?: boolean;
  retryAfterMs?: number;
  pauseMs?: number;
  cause?: unknown;
}

/** The message is for logs and holds neither prompt nor key. */
export class EngineError extends Error {
  readonly retryable: boolean;
  /** For the refused request. */
  readonly retryAfterMs: number;
  /** For all calls, because the engine asked for it. */
  readonly pauseMs: number;

  constructor(
    readonly code: EngineErrorCode,
    message: string,
    options: EngineErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'EngineError';
    this.retryable = options.retryable ?? RETRYABLE[code];
    this.pauseMs = options.pauseMs ?? 0;
    this.retryAfterMs = options.retryAfterMs ?? this.pauseMs;
  }
}
