import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from './config.js';

const DOCS = join(import.meta.dirname, '..', '..', '..', 'docs');
export const RELIABILITY_PAGE = join(DOCS, 'reliability.md');
export const PERFORMANCE_PAGE = join(DOCS, 'performance.md');

const GIB = 2 ** 30;

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. Throws when the marks are missing. */
export function replaceBetweenMarks(page: string, name: string, text: string): string {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [page.indexOf(from), page.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`the page has no marks for ${name}`);
  return `${page.slice(0, start + from.length)}\n\n${text}\n\n${page.slice(end)}`;
}

export async function updatePage(path: string, sections: Record<string, string>): Promise<void> {
  let page = await readFile(path, 'utf8');
  for (const [name, text] of Object.entries(sections)) page = replaceBetweenMarks(page, name, text);
  await writeFile(path, page);
}

/** The commit of the sources, with `-dirty` when they differ from it. */
async function describeSources(): Promise<string> {
  const args = ['describe', '--always', '--dirty', '--exclude', '*'];
  const { stdout } = await promisify(execFile)('git', args, { cwd: DOCS, env: childEnvironment });
  return stdout.trim();
}

/** Commit, date, machine, versions and load of a run, for the record. */
export async function describeRun({ seed, versions = {} }: { seed?: number; versions?: Record<string, string> } = {}) {
  const details = [
    ...(seed === undefined ? [] : [`seed ${seed}`]),
    `commit ${await describeSources()}`,
    new Date().toISOString().slice(0, 10),
    `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    `${Math.round(totalmem() / GIB)} GiB`,
    `Node ${process.versions.node}`,
    ...Object.entries(versions).map(([name, version]) => `${name} ${version}`),
    `load of the last 15 minutes ${(loadavg()[2] ?? 0).toFixed(0)}`,
  ];
  return `Run: ${details.join(', ')}.`;
}

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
