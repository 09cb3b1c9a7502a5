import type { OutputFormat } from '@app/contracts';

export interface ImageRef {
  id: string;
  generationId: string;
  userId: string;
}

export interface Delivery {
  objectKey: string;
  format: OutputFormat;
  bytes: number;
  sha256: string;
  thumbWidths: number[];
  thumbhash: Buffer;
  engineRequestId: string | null;
  understood: { start: number; end: number }[];
}
