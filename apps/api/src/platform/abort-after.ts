/**
 * Gives `work` a signal that is aborted after `ms`, or with `stop`. In place of `AbortSignal.any` with
 * `AbortSignal.timeout`: Node 20 collects such a timeout as garbage, and it never comes.
 */
export async function abortAfter<T>(
  ms: number,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const either = new AbortController();
  const onStop = (): void => either.abort(stop.reason);
  const timer = setTimeout(() => either.abort(new DOMException(`Not done within ${ms} ms`, 'TimeoutError')), ms);
  stop.addEventListener('abort', onStop, { once: true });
  if (stop.aborted) onStop();
  try {
    return await work(either.signal);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', onStop);
  }
}
