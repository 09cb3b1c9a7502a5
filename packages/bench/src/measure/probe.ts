import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, type HttpRequest } from './http-load.js';

const LONGEST_MS = 30_000;
/** Servers close what is idle for about a minute, perhaps at the very moment of the next request. */
const LONGEST_IDLE_MS = 20_000;

export interface Probed {
  /** Milliseconds of the answers, each from the moment at which it was to be asked. */
  times: number[];
  /** What went wrong: another status than 200, a broken connection, no answer. */
  failures: string[];
}

export interface Probe {
  stop: () => Promise<Probed>;
}

async function askOnce(connection: Connection, request: HttpRequest): Promise<string | null> {
  const timeout = new AbortController();
  const late = sleep(LONGEST_MS, 'no answer', { signal: timeout.signal, ref: false }).catch(() => null);
  try {
    const answered = connection.ask(request).then(({ status, body }) => {
      return status === 200 ? null : `${status} ${body.toString().slice(0, 200)}`;
    });
    return await Promise.race([answered, late]);
  } catch (error) {
    return String(error);
  } finally {
    timeout.abort();
  }
}

/**
 * Asks something light again and again at a steady pace, each over a connection of its own that stays open, whatever else
 * goes on: how a server answers meanwhile. `request` gives the one with this number.
 */
export function startProbe(origin: string, perSecond: number, request: (index: number) => HttpRequest): Probe {
  const found: Probed = { times: [], failures: [] };
  const idle: { connection: Connection; since: number }[] = [];
  const running = new Set<Promise<void>>();
  const began = performance.now();
  let sent = 0;
  const take = async (): Promise<Connection> => {
    for (let last = idle.pop(); last; last = idle.pop()) {
      if (last.connection.isOpen && performance.now() - last.since < LONGEST_IDLE_MS) return last.connection;
      last.connection.close();
    }
    return Connection.open(origin);
  };
  const one = async (index: number, at: number): Promise<void> => {
    const wanted = request(index);
    try {
      const connection = await take();
      const failure = await askOnce(connection, wanted);
      found.times.push(performance.now() - at);
      if (failure === null) idle.push({ connection, since: performance.now() });
      else {
        found.failures.push(`${wanted.path}: ${failure}`);
        connection.close();
      }
    } catch (error) {
      found.failures.push(`${wanted.path}: ${String(error)}`);
    }
  };
  const timer = setInterval(() => {
    for (
      let at = began + (sent * 1_000) / perSecond;
      at <= performance.now();
      at = began + (sent * 1_000) / perSecond
    ) {
      const asking = one(sent, at).finally(() => running.delete(asking));
      running.add(asking);
      sent += 1;
    }
  }, 1_000 / perSecond);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
      for (const { connection } of idle.splice(0)) connection.close();
      return found;
    },
  };
}
