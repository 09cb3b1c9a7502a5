import { currentProcess } from './simulated-process.js';

/**
 * Until the returned function is called, an interval that a simulated process starts ends when it crashes, and is at most
 * `longestMs` long: renewals must keep pace with the shortened leases.
 */
export function simulateIntervals(longestMs: number): () => void {
  const start = globalThis.setInterval;
  const startInProcess = (callback: () => void, ms = 1): NodeJS.Timeout => {
    const process = currentProcess();
    const interval = start(callback, process ? Math.min(ms, longestMs) : ms);
    process?.onCrash(() => clearInterval(interval));
    return interval;
  };
  globalThis.setInterval = startInProcess as typeof setInterval;
  return () => {
    globalThis.setInterval = start;
  };
}
