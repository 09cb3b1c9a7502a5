import { isFulfilled, type Middleware } from '@reduxjs/toolkit';
import { randomId } from '../../shared/browser/random-id';
import { writeStored } from '../../shared/storage/local-storage';

/** Other tabs get a storage event with its value: what was changed, and something new. */
const KEY = 'pictures_changed';

type Changed = 'images' | 'plan';

/** Calls after which images, or plan and credits, of other tabs are out of date. */
const CHANGES: ReadonlyMap<string, Changed> = new Map([
  ['generate', 'images'],
  ['cancelGeneration', 'images'],
  ['startBatch', 'images'],
  ['retryBatch', 'images'],
  ['setFavorites', 'images'],
  ['deleteImages', 'images'],
  ['restoreImages', 'images'],
  ['shareImage', 'images'],
  ['stopSharing', 'images'],
  ['claimBonus', 'plan'],
  ['confirmPayment', 'plan'],
  ['cancelPayment', 'plan'],
  ['confirmCard', 'plan'],
  ['setDefaultMethod', 'plan'],
  ['removeMethod', 'plan'],
  ['changeSubscription', 'plan'],
  ['cancelSubscription', 'plan'],
  ['resumeSubscription', 'plan'],
  ['refundPayment', 'plan'],
]);

interface DoneCall {
  meta: { arg: { endpointName: string } };
  payload: unknown;
}

const isDoneCall = (action: unknown): action is DoneCall => {
  if (!isFulfilled(action)) return false;
  const { arg } = action.meta as { arg?: unknown };
  return typeof arg === 'object' && arg !== null && 'endpointName' in arg;
};

/** A payment or a card of which the provider does not know yet is asked about every other second. */
const isUndecided = (payload: unknown): boolean =>
  payload === null || (typeof payload === 'object' && 'status' in payload && payload.status === 'redirecting');

function changedBy({ meta, payload }: DoneCall): Changed | undefined {
  const { endpointName } = meta.arg;
  const isAsked = endpointName === 'confirmPayment' || endpointName === 'confirmCard';
  return isAsked && isUndecided(payload) ? undefined : CHANGES.get(endpointName);
}

/** Tells the other tabs of this browser when something was done to images, credits or the plan. */
export const notifyOtherTabs: Middleware = () => (next) => (action) => {
  const changed = isDoneCall(action) ? changedBy(action) : undefined;
  if (changed) writeStored(KEY, `${changed} ${randomId()}`);
  return next(action);
};

export function onOtherTabChanged(listen: (changed: Changed) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) listen(newValue?.startsWith('plan ') ? 'plan' : 'images');
  });
}
