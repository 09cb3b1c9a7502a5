import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { LaneReport } from './soft/lane.js';

/** The page for strangers. What stands in it between marks is written by a run. */
export const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'reliability.md');

/** Replaces what stands between `<!-- name -->` and `<!-- /name -->`. Throws when the marks are not there. */
export function between(page: string, name: string, text: string): string {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [page.indexOf(from), page.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`the page has no place for ${name}`);
  return `${page.slice(0, start + from.length)}\n\n${text}\n\n${page.slice(end)}`;
}

/** Writes to the page what a run of the soft lane saw. */
export async function record(seed: number, report: LaneReport): Promise<void> {
  const { coverage, crashes, faults, looks, accepted, delivered, seconds } = report;
  const holes = coverage.holes();
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}`;
  const summary = [
    `Seed ${seed}, ${new Date().toISOString().slice(0, 10)}, ${machine}: **${crashes} deaths** among **${faults} faults** in ${seconds} s,`,
    `while ${accepted} generations were accepted and ${delivered} pictures delivered. All invariants were looked at ${looks}`,
    `times while it ran and once afterwards, and the account of what people had heard was compared with what was there: no difference.`,
  ].join('\n');
  const open = holes.length === 0 ? 'None.' : holes.map((hole) => `- ${hole}`).join('\n');
  let page = await readFile(PAGE, 'utf8');
  page = between(page, 'soft lane', summary);
  page = between(page, 'coverage', `${coverage.table()}\n\n### Holes\n\n${open}`);
  await writeFile(PAGE, page);
}
