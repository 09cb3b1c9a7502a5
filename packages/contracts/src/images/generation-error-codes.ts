/** Why an image was not made. */
export const GENERATION_ERROR_CODES = [
  'ENGINE_FAILED',
  'ENGINE_TIMEOUT',
  'ENGINE_BUSY',
  'ENGINE_UNAVAILABLE',
  'CONTENT_REJECTED',
  'IMAGE_INVALID',
  'STORAGE_FAILED',
  'DEADLINE_EXCEEDED',
  'CANCELLED',
] as const;
export type GenerationErrorCode = (typeof GENERATION_ERROR_CODES)[number];
