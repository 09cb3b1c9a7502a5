import type { OutputFormat } from '@app/contracts';

/** The picture that is closed. */
export interface ImageRef {
  id: string;
  generationId: string;
  userId: string;
}

/** A picture that is stored, as its row will say. */
export interface Delivery {
  objectKey: string;
  format: OutputFormat;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
  thumbWidths: number[];
  thumbhash: Buffer;
  engineRequestId: string | null;
  understood: { start: number; end: number }[];
}
