import type { ErrorCode } from '../core/error-codes.js';
import { codePointLength, isBlank } from '../core/text.js';
import { NEGATIVE_PROMPT_MAX, PROMPT_MAX } from './limits.js';
import { isSelectableModel } from './models.js';

export type Refusal = Extract<
  ErrorCode,
  | 'PROMPT_REQUIRED'
  | 'PROMPT_TOO_LONG'
  | 'NEGATIVE_PROMPT_TOO_LONG'
  | 'MODEL_NOT_SUPPORTED'
  | 'UNAUTHENTICATED'
  | 'PLAN_LIMIT'
  | 'TOO_MANY_IN_FLIGHT'
  | 'INSUFFICIENT_CREDITS'
>;

export interface GenerateSituation {
  prompt: string;
  negativePrompt: string;
  model: string;
  count: number;
  signedIn: boolean;
  maxCount?: number | undefined;
  inFlight?: number | undefined;
  inFlightLimit?: number | undefined;
  availableUnits?: number | undefined;
  totalUnits: number;
}

const CHECKS: readonly (readonly [Refusal, (s: GenerateSituation) => boolean])[] = [
  ['PROMPT_REQUIRED', (s) => isBlank(s.prompt)],
  ['PROMPT_TOO_LONG', (s) => codePointLength(s.prompt) > PROMPT_MAX],
  ['NEGATIVE_PROMPT_TOO_LONG', (s) => codePointLength(s.negativePrompt) > NEGATIVE_PROMPT_MAX],
  ['MODEL_NOT_SUPPORTED', (s) => !isSelectableModel(s.model)],
  ['UNAUTHENTICATED', (s) => !s.signedIn],
  ['PLAN_LIMIT', (s) => s.maxCount !== undefined && s.count > s.maxCount],
  ['TOO_MANY_IN_FLIGHT', (s) => (s.inFlight ?? 0) >= (s.inFlightLimit ?? Infinity)],
  ['INSUFFICIENT_CREDITS', (s) => s.availableUnits !== undefined && s.availableUnits < s.totalUnits],
];

/** Most important first. Button, tooltip and server share this order. */
export const reasonsAgainst = (situation: GenerateSituation): Refusal[] =>
  CHECKS.filter(([, applies]) => applies(situation)).map(([reason]) => reason);
