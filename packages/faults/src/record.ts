import { SHORT_TIMES } from '@app/e2e/faults';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { surroundings } from './config.js';
import type { HardReport, OutsideReport } from './hard/report.js';
import type { LaneReport } from './soft/lane.js';

/** The page for strangers. What stands in it between marks is written by a run. */
export const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'reliability.md');

const GIB = 2 ** 30;

/** Replaces what stands between `<!-- name -->` and `<!-- /name -->`. Throws when the marks are not there. */
export function between(page: string, name: string, text: string): string {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [page.indexOf(from), page.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`the page has no place for ${name}`);
  return `${page.slice(0, start + from.length)}\n\n${text}\n\n${page.slice(end)}`;
}

async function write(parts: Record<string, string>): Promise<void> {
  let page = await readFile(PAGE, 'utf8');
  for (const [name, text] of Object.entries(parts)) page = between(page, name, text);
  await writeFile(PAGE, page);
}

/** Which sources, by their commit; `-dirty` when they differ from it. Asked before the page itself is written. */
async function sources(): Promise<string> {
  const git = promisify(execFile);
  const options = { cwd: dirname(PAGE), env: surroundings };
  const { stdout } = await git('git', ['describe', '--always', '--dirty', '--exclude', '*'], options);
  return stdout.trim();
}

/** What a figure is worth nothing without. `seed`: if the run has one. `versions`: of what else took part. */
async function circumstances(seed?: number, versions: Record<string, string> = {}): Promise<string> {
  const [processor] = cpus();
  const machine = `${cpus().length} cores of ${processor?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / GIB)} GiB`;
  const others = Object.entries(versions).map(([name, version]) => `, ${name} ${version}`);
  const load = (loadavg()[2] ?? 0).toFixed(0);
  const date = new Date().toISOString().slice(0, 10);
  const from = seed === undefined ? 'C' : `Seed ${seed}, c`;
  return `${from}ommit ${await sources()}, ${date}; ${machine}, Node ${process.versions.node}${others.join('')}; load of the last quarter of an hour ${load}.`;
}

/** Writes to the page how many of the seeded defects the tests noticed, and how long it took to find out. */
export async function recordDefects(all: number, noticed: number, seconds: number): Promise<void> {
  const text = `**${all} defects, of which the tests notice ${noticed}**, in ${seconds} s. ${await circumstances()}`;
  await write({ defects: text });
}

/** Writes to the page what a run of the soft lane saw. */
export async function recordSoft(seed: number, report: LaneReport): Promise<void> {
  const { coverage, crashes, faults, looks, accepted, delivered, seconds } = report;
  const holes = coverage.holes();
  const summary = [
    `**${crashes} deaths of processes among ${faults} faults** in ${seconds} s, while ${accepted} generations were accepted`,
    `and ${delivered} pictures delivered. All invariants were looked at ${looks} times meanwhile and once afterwards, and what`,
    `people had heard was compared with what was there: **no difference.** ${await circumstances(seed)}`,
  ].join('\n');
  const open = holes.length === 0 ? 'None.' : holes.map((hole) => `- ${hole}`).join('\n');
  await write({ 'soft lane': summary, coverage: `${coverage.table()}\n\n### Holes\n\n${open}` });
}

/** Writes to the page what a run of the hard lane saw. */
export async function recordHard(seed: number, report: HardReport): Promise<void> {
  const { dealt, seconds, orders, completed, refusals, longestSeconds, attempts, versions } = report;
  const count = (fits: (name: string) => boolean): number =>
    Object.entries(dealt).reduce((sum, [name, times]) => sum + (fits(name) ? times : 0), 0);
  const kills = count((name) => name.startsWith('kill of worker') || name.startsWith('kill of api'));
  const summary = [
    `**${kills} processes killed, Postgres crashed ${count((name) => name === 'crash of Postgres')} times, Redis emptied ${count((name) => name === 'empty Redis')} times**,`,
    `killed or frozen ${count((name) => name === 'kill of Redis' || name === 'frozen Redis')} times, lines to both cut or slowed ${count((name) => /^(cut|slow)/.test(name))} times, in ${seconds} s. All invariants were looked at`,
    `after each of these. Of **${orders} acknowledged orders none was lost**, ${completed} were delivered, the others given back; the`,
    `longest took ${longestSeconds.toFixed(0)} s from the request to its end, ${DEADLINE}. ${refusals} requests heard 503 or nothing, and were repeated; nothing else`,
    `was heard. ${await circumstances(seed, versions)}`,
    '',
    endings(attempts),
  ].join('\n');
  const blows = [
    '| blow | times |',
    '| --- | --- |',
    ...Object.keys(dealt)
      .sort()
      .map((name) => `| ${name} | ${dealt[name]} |`),
  ].join('\n');
  await write({ 'hard lane': summary, blows });
}

/** Of a run's product: nobody could wait for the usual one by the thousand. */
const DEADLINE = `with a deadline of ${SHORT_TIMES.GENERATION_DEADLINE_SECONDS} s`;

const endings = (attempts: HardReport['attempts']): string =>
  `Pictures, by how they ended and in which attempt: ${attempts.map(({ end, attempt, count }) => `${count} ${end} (${attempt})`).join(', ')}.`;

/** Writes to the page what a run saw in which the world outside failed. */
export async function recordOutside(seed: number, report: OutsideReport): Promise<void> {
  const { dealt, kills, visitors, seconds, orders, completed, refusals, longestSeconds, attempts, versions } = report;
  const names = Object.keys(dealt).sort();
  const summary = [
    `**${names.length} troubles outside**, failures of single requests each until somebody had met it, and ${kills} processes killed meanwhile, in ${seconds} s. Of`,
    `**${orders} acknowledged orders none was lost**, ${completed} were delivered, the others given back; the longest took`,
    `${longestSeconds.toFixed(0)} s, ${DEADLINE}. ${refusals} requests for pictures heard 503 or nothing, and were repeated; ${visitors.arrived} people came in,`,
    `${visitors.mails} mails were asked for, ${visitors.pictures} pictures downloaded whole. ${await circumstances(seed, versions)}`,
    '',
    endings(attempts),
  ].join('\n');
  await write({ outside: summary, troubles: names.map((name) => `- ${name}`).join('\n') });
}
