import { randomInt } from 'node:crypto';
import getPort, { clearLockedPorts, portNumbers } from 'get-port';

export type PortName = 'web' | 'api' | 'apiMetrics' | 'workerMetrics' | 'sandbox' | 'smtp';
export type Ports = Record<PortName, number>;

/** If one is taken, the next free port is used. */
export const USUAL_PORTS: Readonly<Ports> = {
  web: 3000,
  api: 3100,
  apiMetrics: 3110,
  workerMetrics: 3120,
  sandbox: 3200,
  smtp: 3210,
};

const RANGE = 9;

export class PortBusyError extends Error {
  constructor(
    readonly port: number,
    reason: string,
  ) {
    super(`Port ${port} is taken by another program, and ${reason}.`);
    this.name = 'PortBusyError';
  }
}

export interface PortRequest {
  web?: number | undefined;
  exactReason?: string | undefined;
  anyFree?: boolean;
  /** Preferred, because stored image addresses contain the sandbox's port. */
  previous?: Partial<Ports>;
}

export interface ChosenPorts {
  ports: Ports;
  busyWebPort: number | undefined;
}

interface Candidates {
  previous: number | undefined;
  from: number | undefined;
}

/** Below the ephemeral ports of Linux and macOS, which outgoing connections may take first. */
const ANY_FREE = { from: 15_000, to: 32_000 };
const ANY_FREE_ATTEMPTS = 100;

const anyPorts = (): number[] => Array.from({ length: ANY_FREE_ATTEMPTS }, () => randomInt(ANY_FREE.from, ANY_FREE.to));

const choosePort = ({ previous, from }: Candidates): Promise<number> =>
  getPort({
    port: [
      ...(previous === undefined ? [] : [previous]),
      ...(from === undefined ? anyPorts() : portNumbers(from, from + RANGE)),
    ],
  });

/** @throws PortBusyError if the web port is taken and must be exact */
export async function choosePorts({
  web: wish,
  exactReason,
  anyFree = false,
  previous = {},
}: PortRequest = {}): Promise<ChosenPorts> {
  // get-port reserves ports it returned for a while; a restarted product needs its own again.
  clearLockedPorts();
  const wished = wish ?? (anyFree ? previous.web : USUAL_PORTS.web);
  const web = await choosePort({ previous: undefined, from: wished });
  if (wished !== undefined && web !== wished && exactReason) throw new PortBusyError(wished, exactReason);
  const ports: Ports = { ...USUAL_PORTS, web };
  for (const name of ['api', 'apiMetrics', 'workerMetrics', 'sandbox', 'smtp'] as const) {
    ports[name] = await choosePort({ previous: previous[name], from: anyFree ? undefined : USUAL_PORTS[name] });
  }
  return { ports, busyWebPort: wished !== undefined && web !== wished ? wished : undefined };
}
