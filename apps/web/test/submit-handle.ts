import type { SubmitHandle } from '../src/features/generate/submit/use-submit';

/** Of a form that may be sent; `submit` comes from the test. */
export const IDLE: Omit<SubmitHandle, 'submit'> = {
  disabled: false,
  sending: false,
  message: null,
  news: null,
};
