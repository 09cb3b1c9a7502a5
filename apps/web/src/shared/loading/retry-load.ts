import { pause } from '../time/pause';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Loads something, again and again with longer pauses until it is there, or until `tries` have failed while online. */
export async function retryLoad<T>(load: () => Promise<T>, tries = Infinity): Promise<T> {
  for (let wait = FIRST_WAIT_MS, left = tries; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine) left -= 1;
      if (left <= 0) throw error;
      // Shorter when the network comes back.
      await pause(wait, window, 'online');
    }
  }
}
