import { randomUUID } from 'node:crypto';
import type { Delivery } from '../../../src/modules/images/generation/closing/delivery.js';

/** What a worker hands over of an image whose file no test reads. */
export const delivery = (changes: Partial<Delivery> = {}): Delivery => ({
  objectKey: `pictures/2026/11/${randomUUID()}/1-00000000.png`,
  format: 'png',
  bytes: 100,
  sha256: 'ab'.repeat(32),
  thumbWidths: [320],
  thumbhash: Buffer.from([1, 2, 3]),
  engineRequestId: null,
  understood: [],
  ...changes,
});
