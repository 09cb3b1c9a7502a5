import { drawn } from '../timing/drawn.js';

/** Plan, whether it is paid by the year, its price in dollars and its credits a month. */
const CHOICES = [
  ['plan-pro', false, 9.99, 200],
  ['plan-pro', true, 99.99, 200],
  ['plan-enterprise', true, 299.99, 500],
  ['plan-enterprise', false, 29.99, 500],
] as const;

/** Each day a monthly one of one plan and a yearly one of the other. */
export const PLAN_CHOICES = drawn(CHOICES, 2);
