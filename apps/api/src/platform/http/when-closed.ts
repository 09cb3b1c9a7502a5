import type { ServerResponse } from 'node:http';

/** Calls `listener` once the answer is sent or its receiver has left; at once where that has happened already. */
export function whenClosed(response: ServerResponse, listener: () => void): void {
  if (response.closed) listener();
  else response.once('close', listener);
}
