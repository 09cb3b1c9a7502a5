import { randomInt } from 'node:crypto';
import getPort, { clearLockedPorts, portNumbers } from 'get-port';

export type PortName = 'web' | 'api' | 'apiMetrics' | 'workerMetrics' | 'sandbox' | 'smtp';
export type Ports = Record<PortName, number>;

/** The port of each part; the next free one if it is taken. */
export const USUAL_PORTS: Readonly<Ports> = {
  web: 3000,
  api: 3100,
  apiMetrics: 3110,
  workerMetrics: 3120,
  sandbox: 3200,
  smtp: 3210,
};

const RANGE = 9;

/** The web port is taken, and no other may be used. */
export class PortBusyError extends Error {
  constructor(
    readonly port: number,
    reason: string,
  ) {
    super(`Port ${port} is taken by another program, and ${reason}.`);
    this.name = 'PortBusyError';
  }
}

export interface PortWishes {
  /** The port of the web address; `USUAL_PORTS.web` if not given. */
  web?: number | undefined;
  /** Why the web port must be exactly this one, if it must. */
  exactBecause?: string | undefined;
  /** Take any free ports instead of the usual ones. */
  anyFree?: boolean;
  /** Those of the last start come before all others: stored addresses of pictures of people name the sandbox's port. */
  previous?: Partial<Ports>;
}

export interface ChosenPorts {
  ports: Ports;
  /** The wished web port, if another program had it. */
  busyWebPort: number | undefined;
}

interface Candidates {
  previous: number | undefined;
  /** The first of the usual range; undefined = any. */
  from: number | undefined;
}

/** Below the ports that Linux and macOS give to outgoing connections: one of those may take a port before its part does. */
const ANY_FREE = { from: 15_000, to: 32_000 };
const ANY_FREE_ATTEMPTS = 100;

const anyPorts = (): number[] => Array.from({ length: ANY_FREE_ATTEMPTS }, () => randomInt(ANY_FREE.from, ANY_FREE.to));

const choose = ({ previous, from }: Candidates): Promise<number> =>
  getPort({
    port: [
      ...(previous === undefined ? [] : [previous]),
      ...(from === undefined ? anyPorts() : portNumbers(from, from + RANGE)),
    ],
  });

/**
 * Chooses free ports of this machine.
 * @throws PortBusyError if the web port is taken and must be exact.
 */
export async function choosePorts({
  web: wish,
  exactBecause,
  anyFree = false,
  previous = {},
}: PortWishes = {}): Promise<ChosenPorts> {
  // get-port keeps what it handed out to itself for a while; a product that was stopped and starts again wants its own back.
  clearLockedPorts();
  const wished = wish ?? (anyFree ? previous.web : USUAL_PORTS.web);
  const web = await choose({ previous: undefined, from: wished });
  if (wished !== undefined && web !== wished && exactBecause) throw new PortBusyError(wished, exactBecause);
  const ports: Ports = { ...USUAL_PORTS, web };
  for (const name of ['api', 'apiMetrics', 'workerMetrics', 'sandbox', 'smtp'] as const) {
    ports[name] = await choose({ previous: previous[name], from: anyFree ? undefined : USUAL_PORTS[name] });
  }
  return { ports, busyWebPort: wished !== undefined && web !== wished ? wished : undefined };
}
