import type { SubmitHandle } from '../src/features/generate/submit/use-submit';

/** Of a form that may be sent; `submit` comes from the test. */
export const IDLE: Omit<SubmitHandle, 'submit'> = {
  reasons: [],
  disabled: false,
  sending: false,
  offline: false,
  refusal: null,
  failure: null,
};
