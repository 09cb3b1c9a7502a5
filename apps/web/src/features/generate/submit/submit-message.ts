import type { Model, Quota, Refusal } from '@app/contracts';
import type { EngineNews } from '../engine/use-engine-news';
import type { Failure } from './failure';

/** What is told above the button. */
export type SubmitMessage =
  | { kind: 'offline' }
  | { kind: 'refusal'; code: Refusal }
  | { kind: 'failure'; failure: Failure };

/** A press that led to no request. */
export interface RefusedPress {
  reason: Refusal;
  /** The settings at that time. */
  settingsKey: string;
}

/** A request that the server refused, or that got no answer. */
export interface FailedRequest {
  failure: Failure;
  settingsKey: string;
  /** What was known of the account at that time. */
  quota: Quota | undefined;
}

export interface SubmitSituation {
  offline: boolean;
  /** What can be said against the settings now, most important first. */
  reasons: readonly Refusal[];
  refused: RefusedPress | null;
  failed: FailedRequest | null;
  settingsKey: string;
  quota: Quota | undefined;
  model: Model;
  news: EngineNews;
}

/** Told without a press: the button is disabled by them, and nobody could guess why. */
const TOLD_AT_ONCE: ReadonlySet<Refusal> = new Set(['MODEL_NOT_SUPPORTED', 'TOO_MANY_IN_FLIGHT']);

/** What the account allows, which changes while a page stands open. */
const OF_ACCOUNT: ReadonlySet<string> = new Set<Refusal>(['PLAN_LIMIT', 'TOO_MANY_IN_FLIGHT', 'INSUFFICIENT_CREDITS']);

export const isOfAccount = (code: string): boolean => OF_ACCOUNT.has(code);

/** A refusal belongs to its settings, and what stood against them may be over, as when credits came back. */
function currentRefusal({ refused, settingsKey, reasons }: SubmitSituation): Refusal | null {
  return refused?.settingsKey === settingsKey && reasons.includes(refused.reason) ? refused.reason : null;
}

/**
 * Another model has another engine, and the engine may be back. A refusal by what the account allows is over once the
 * account or the settings have changed so that it suffices.
 */
function currentFailure({ failed, settingsKey, quota, reasons, model, news }: SubmitSituation): Failure | null {
  if (!failed) return null;
  const { code } = failed.failure.error;
  if (code === 'ENGINE_UNAVAILABLE') return failed.failure.model === model && news !== 'back' ? failed.failure : null;
  const isUnchanged = failed.settingsKey === settingsKey && failed.quota === quota;
  const stands = !isOfAccount(code) || isUnchanged || reasons.some((reason) => reason === code);
  return stands ? failed.failure : null;
}

/** A failure that leads to the plans, as the same refusal before a request does. */
function plansRefusal({ error: { code } }: Failure, reasons: readonly Refusal[]): Refusal | null {
  const isOfPlan = code === 'PLAN_LIMIT' && reasons.includes(code);
  return code === 'INSUFFICIENT_CREDITS' || isOfPlan ? code : null;
}

export function submitMessage(now: SubmitSituation): SubmitMessage | null {
  if (now.offline) return { kind: 'offline' };
  const refusal = currentRefusal(now);
  if (refusal) return { kind: 'refusal', code: refusal };
  const failure = currentFailure(now);
  const ofPlans = failure && plansRefusal(failure, now.reasons);
  if (failure && !ofPlans) return { kind: 'failure', failure };
  const code = now.reasons.find((reason) => TOLD_AT_ONCE.has(reason)) ?? ofPlans;
  return code ? { kind: 'refusal', code } : null;
}
