import { isFulfilled, type Middleware } from '@reduxjs/toolkit';
import { randomId } from '../../shared/browser/random-id';
import { writeStored } from '../../shared/storage/local-storage';

/** Other tabs get a storage event with its value: what was changed, and something new. */
const KEY = 'pictures_changed';

export type Changed = 'images' | 'plan' | 'profile';

/** Calls after which images, plan and credits, or the profile, of other tabs are out of date. */
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
  ['verifyEmail', 'profile'],
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

/** Tells the other tabs of this browser when something was done to images, credits, the plan or the profile. */
export const notifyOtherTabs: Middleware = () => (next) => (action) => {
  const changed = isDoneCall(action) ? changedBy(action) : undefined;
  if (changed) writeStored(KEY, `${changed} ${randomId()}`);
  return next(action);
};

const isChanged = (name: string | undefined): name is Changed => name === 'plan' || name === 'profile';

/** Returns the end of it. */
export function onOtherTabChanged(listen: (changed: Changed) => void): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    const name = newValue?.split(' ')[0];
    if (key === KEY) listen(isChanged(name) ? name : 'images');
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}
