import { cpuTimes, microsecondsBetween } from './cpu-time.js';
import { load, type LoadOptions } from './http-load.js';

/** What a request costs on the server's side. */
export interface RequestCost {
  /** CPU of the HTTP process, microseconds a request. */
  node: number;
  /** CPU of Postgres, microseconds a request. */
  database: number;
  /** Median time of a request as the client sees it, milliseconds. */
  p50: number;
}

interface Processes {
  /** The server under load. */
  pid: number;
  postgresPid: number;
}

/** Loads a server and reads what its process and Postgres computed meanwhile. */
export async function requestCost({ pid, postgresPid }: Processes, options: LoadOptions): Promise<RequestCost> {
  const look = () => Promise.all([cpuTimes([pid]), cpuTimes([postgresPid], true)]);
  const [node, database] = await look();
  const p50 = await load(options);
  const [nodeAfter, databaseAfter] = await look();
  return {
    node: microsecondsBetween(node, nodeAfter) / options.requests,
    database: microsecondsBetween(database, databaseAfter) / options.requests,
    p50,
  };
}
