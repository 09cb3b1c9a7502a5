import type { Answered } from '../app.js';

/** Repeats a call that the time limit of the database refused on a busy machine, as clients do. */
export async function repeatUnavailable<T>(call: () => Promise<Answered<T>>): Promise<Answered<T>> {
  const answer = await call();
  return answer.status === 503 ? repeatUnavailable(call) : answer;
}
