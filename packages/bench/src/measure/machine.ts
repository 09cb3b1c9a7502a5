import { cpus, loadavg, release, totalmem, type } from 'node:os';

/** On what and when something was measured. */
export interface Machine {
  date: string;
  processor: string;
  memory: string;
  system: string;
  node: string;
  postgres: string;
  redis: string;
  /** Work that waited for a processor, average of the last minute, at the beginning and the end. */
  load: [number, number];
}

export const loadNow = (): number => Number((loadavg()[0] ?? 0).toFixed(1));

export function describeMachine(versions: Pick<Machine, 'postgres' | 'redis'>, loadBefore: number): Machine {
  const processors = cpus();
  return {
    date: `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    processor: `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    system: `${type()} ${release()}`,
    node: process.version,
    ...versions,
    load: [loadBefore, loadNow()],
  };
}
