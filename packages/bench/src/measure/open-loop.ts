import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, type HttpRequest } from './http-load.js';

const CONNECTIONS = 16;

/**
 * Sends requests at fixed moments, whether earlier ones were answered or not, and answers the milliseconds from each of
 * these moments to the answer: who comes while the server is busy waits too.
 */
export async function openLoop(
  origin: string,
  request: HttpRequest,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  const free = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(origin)));
  const all = [...free];
  const waiting: ((connection: Connection) => void)[] = [];
  const take = (): Connection | Promise<Connection> =>
    free.pop() ?? new Promise<Connection>((resolve) => waiting.push(resolve));
  const give = (connection: Connection): void => {
    const next = waiting.shift();
    if (next) next(connection);
    else free.push(connection);
  };
  const began = performance.now();
  const one = async (at: number): Promise<number> => {
    const connection = await take();
    await connection.ask(request);
    give(connection);
    return performance.now() - at;
  };
  const answers: Promise<number>[] = [];
  for (let sent = 0; sent < perSecond * seconds; sent += 1) {
    const at = began + (sent * 1000) / perSecond;
    const early = at - performance.now();
    if (early > 0) await sleep(early);
    answers.push(one(at));
  }
  const times = await Promise.all(answers);
  for (const connection of all) connection.close();
  return times;
}
