import { cpuTimes, microsecondsBetween } from './cpu-time.js';
import { load, type LoadOptions } from './http-load.js';

/** What a request costs on the server's side. */
export interface RequestCost {
  /** CPU of the HTTP process, microseconds a request. */
  node: number;
  /** CPU of the web server in front of it, microseconds a request; 0 without one. */
  front: number;
  /** CPU of Postgres, microseconds a request. */
  database: number;
  /** Median time of a request as the client sees it, milliseconds. */
  p50: number;
}

interface Processes {
  /** The server under load. */
  pid: number;
  /** Of a web server in front of it, which works in child processes. */
  frontPid?: number;
  postgresPid: number;
}

/** Loads a server and reads what its process and Postgres computed meanwhile. */
export async function requestCost(
  { pid, frontPid, postgresPid }: Processes,
  options: LoadOptions,
): Promise<RequestCost> {
  const fronts = frontPid === undefined ? [] : [frontPid];
  const look = () => Promise.all([cpuTimes([pid]), cpuTimes(fronts, true), cpuTimes([postgresPid], true)]);
  const [node, front, database] = await look();
  const p50 = await load(options);
  const [nodeAfter, frontAfter, databaseAfter] = await look();
  return {
    node: microsecondsBetween(node, nodeAfter) / options.requests,
    front: microsecondsBetween(front, frontAfter) / options.requests,
    database: microsecondsBetween(database, databaseAfter) / options.requests,
    p50,
  };
}
