import type { Style } from '@app/contracts';
import type { UnderstoodWord } from './words/understand.js';

export type PaintingFormat = 'png' | 'jpeg' | 'webp';

export interface PaintRequest {
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly style: Style;
  /** Pixels, 16 to 4096. */
  readonly width: number;
  /** Pixels, 16 to 4096. */
  readonly height: number;
  /** 0 to 4294967294. The same request with the same seed gives the same pixels. */
  readonly seed: number;
  readonly format: PaintingFormat;
}

export interface Painting {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  readonly format: PaintingFormat;
  /** The words that affected the image, with offsets into the prompt in code points. */
  readonly understood: readonly UnderstoodWord[];
}

export const STAGES = ['plan', 'sky', 'land', 'subjects', 'style', 'encode'] as const;
export type Stage = (typeof STAGES)[number];

export interface PaintProgress {
  /** The stage that has just ended. */
  readonly stage: Stage;
  /** 0..1 of the whole work. */
  readonly fraction: number;
  /** WebP, 64 px on its longer side, once there is something to see. */
  readonly preview?: Buffer;
}

export type OnProgress = (progress: PaintProgress) => void;
