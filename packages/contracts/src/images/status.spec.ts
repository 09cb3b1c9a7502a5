import { describe, expect, it } from '@jest/globals';
import { GENERATION_STATUSES } from './options.js';
import { isFinished, isOpen } from './status.js';

const those = (holds: typeof isOpen): string[] =>
  [...GENERATION_STATUSES, 'cancelled' as const].filter((status) => holds({ status }));

describe('a generation or an image', () => {
  it('is open while it waits and while it is made', () => {
    expect(those(isOpen)).toEqual(['pending', 'processing']);
  });

  it('is finished once it is delivered, failed or cancelled', () => {
    expect(those(isFinished)).toEqual(['completed', 'failed', 'cancelled']);
  });
});
