import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataDir } from '../config.js';
import type { Machine } from '../measure/machine.js';
import type { Finding } from './verdict.js';

/** What one part of the bench found, and where and when. */
export interface PartResult {
  part: string;
  title: string;
  rounds: number;
  machine: Machine;
  findings: Finding[];
}

const file = (part: string): string => join(dataDir(), 'results', `${part}.json`);

/** Keeps the newest result of a part, so that a document can be written from several runs. */
export async function keepResult(result: PartResult): Promise<void> {
  await mkdir(join(dataDir(), 'results'), { recursive: true });
  await writeFile(file(result.part), JSON.stringify(result, null, 2));
}

/** The newest results of some parts, in their order; parts that were never measured are left out. */
export async function keptResults(parts: readonly string[]): Promise<PartResult[]> {
  const texts = await Promise.all(parts.map((part) => readFile(file(part), 'utf8').catch(() => null)));
  return texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as PartResult]));
}
