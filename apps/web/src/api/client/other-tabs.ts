import { isFulfilled, type Middleware } from '@reduxjs/toolkit';
import { randomId } from '../../shared/random-id';
import { writeStored } from '../../shared/storage';

/** Only the change of its value matters: other tabs get a storage event. */
const KEY = 'pictures_changed';
/** Calls after which the images or the credits of other tabs are out of date. */
const CHANGES: ReadonlySet<string> = new Set([
  'generate',
  'cancelGeneration',
  'startBatch',
  'retryBatch',
  'claimBonus',
  'setFavorites',
  'deleteImages',
  'restoreImages',
  'shareImage',
  'stopSharing',
]);

interface DoneCall {
  meta: { arg: { endpointName: string } };
}

const isDoneCall = (action: unknown): action is DoneCall => {
  if (!isFulfilled(action)) return false;
  const { arg } = action.meta as { arg?: unknown };
  return typeof arg === 'object' && arg !== null && 'endpointName' in arg;
};

/** Tells the other tabs of this browser when something was done to images or credits. */
export const notifyOtherTabs: Middleware = () => (next) => (action) => {
  if (isDoneCall(action) && CHANGES.has(action.meta.arg.endpointName)) writeStored(KEY, randomId());
  return next(action);
};

export function onOtherTabChanged(changed: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY) changed();
  });
}
