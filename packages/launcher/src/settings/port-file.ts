import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Ports } from './ports.js';

const FILE = 'ports.json';
const port = z.int().min(1).max(65_535);
const PortFile = z.object({ web: port, api: port, apiMetrics: port, workerMetrics: port, sandbox: port, smtp: port });

export function readPorts(dataDir: string): Partial<Ports> {
  const file = join(dataDir, FILE);
  if (!existsSync(file)) return {};
  try {
    return PortFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

export const keepPorts = (dataDir: string, ports: Ports): void =>
  writeFileSync(join(dataDir, FILE), `${JSON.stringify(ports, null, 2)}\n`);
