import { jest } from '@jest/globals';
import { connectToasts } from '../src/shared/toasts';

const ends: (() => void)[] = [];

/** What one spec leaves would reach the next one of its group. */
export const atEndOfSpec = (end: () => void): void => void ends.push(end);

/** Timers have ascending numbers. */
export const lastTimer = (): number => window.setTimeout(() => undefined);

/** `first`: no timer up to this one is ended. */
export async function endSpec(first: number): Promise<void> {
  jest.restoreAllMocks();
  jest.useRealTimers();
  for (const end of ends.splice(0)) end();
  // What is due now, such as work of React, is done; what waits longer is left.
  await new Promise((resolve) => setTimeout(resolve));
  for (let timer = lastTimer(); timer > first; timer -= 1) window.clearTimeout(timer);
  // Messages that nobody showed would be told to the next who listens.
  connectToasts(() => undefined)();
}
