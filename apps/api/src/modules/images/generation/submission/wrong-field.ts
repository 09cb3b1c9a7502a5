import { NEGATIVE_PROMPT_MAX, PROMPT_MAX, type Refusal } from '@app/contracts';

/** The field of a request that a refusal is about. */
export const WRONG_FIELD: Partial<Record<Refusal, { field: string; message: string }>> = {
  PROMPT_REQUIRED: { field: 'prompt', message: 'must not be blank' },
  PROMPT_TOO_LONG: { field: 'prompt', message: `must have at most ${PROMPT_MAX} characters` },
  NEGATIVE_PROMPT_TOO_LONG: {
    field: 'negative_prompt',
    message: `must have at most ${NEGATIVE_PROMPT_MAX} characters`,
  },
  MODEL_NOT_SUPPORTED: { field: 'model', message: 'cannot be chosen' },
};
