import { SHORT_TIMES } from '@app/e2e/faults';
import { describeRun, RELIABILITY_PAGE, table, updatePage } from './document.js';
import type { MutationReport } from './mutation/mutation-run.js';
import { killedShare, percent, scoreModules } from './mutation/score.js';
import type { KillReport, OutsideFaultReport } from './process-kills/report.js';
import type { SimulationReport } from './simulation/simulation.js';

const write = (sections: Record<string, string>): Promise<void> => updatePage(RELIABILITY_PAGE, sections);

export async function recordMutants(all: number, killed: number, seconds: number): Promise<void> {
  await write({ mutants: `**${killed} of ${all} mutants were noticed** in ${seconds} s. ${await describeRun()}` });
}

export async function recordMutation(name: string, seed: number, report: MutationReport): Promise<void> {
  const { trials, drawn, possible, failing, seconds } = report;
  const count = (outcome: string): number => trials.filter((one) => one.outcome === outcome).length;
  const summary = [
    `**${percent(killedShare(trials))} of ${trials.length} changes were noticed** in ${seconds} s: ${count('killed')} by a failed test, ${count('timed out')} by its time limit.`,
    `${count('survived')} survived and ${count('unreached')} are executed by no test. Sample: the first ${trials.length} of ${drawn} drawn from ${possible} possible changes.`,
    ...(failing.length === 0 ? [] : [`Not asked, because they failed without any change: ${failing.join(', ')}.`]),
    await describeRun({ seed }),
  ].join('\n');
  const rows = scoreModules(trials).map(({ module, tried, killed }) => [
    module,
    `${killed} of ${tried}`,
    percent(killed / tried),
  ]);
  await write({ [`changes of ${name}`]: `${summary}\n\n${table(['module', 'noticed', 'score'], rows)}` });
}

export async function recordSimulation(seed: number, report: SimulationReport): Promise<void> {
  const { coverage, crashes, faults, checks, accepted, delivered, seconds } = report;
  const missing = coverage.missing();
  const summary = [
    `**${crashes} processes crashed among ${faults} injected faults** in ${seconds} s; ${accepted} generations were accepted`,
    `and ${delivered} images delivered. The invariants were checked ${checks} times during the run and once afterwards, and`,
    `the final state was compared with the answers: **no difference.** ${await describeRun({ seed })}`,
  ].join('\n');
  const gaps = missing.length === 0 ? 'No fault is missing.' : missing.map((fault) => `- ${fault}`).join('\n');
  await write({ 'simulated crashes': summary, coverage: `${coverage.table()}\n\nMissing faults:\n\n${gaps}` });
}

function outcomesOf({ submissions, completed, longestSeconds, refusals, attempts }: KillReport): string {
  const endings = attempts.map(({ end, attempt, count }) => `${count} ${end} (${attempt})`).join(', ');
  return [
    `**None of ${submissions} accepted generations was lost**: ${completed} were completed, the others returned their credits.`,
    `The longest took ${longestSeconds.toFixed(0)} s, with a deadline of ${SHORT_TIMES.GENERATION_DEADLINE_SECONDS} s. ${refusals} requests received 503 or no answer and were repeated.`,
    `Images by ending (attempt): ${endings}.`,
  ].join('\n');
}

export async function recordKills(seed: number, report: KillReport): Promise<void> {
  const { injected, seconds, versions, purchases = 0, months = 0, batches = 0 } = report;
  const count = (pattern: RegExp): number =>
    Object.entries(injected).reduce((sum, [name, times]) => sum + (pattern.test(name) ? times : 0), 0);
  const summary = [
    `**${count(/^kill of (worker|api)/)} processes killed, ${count(/^crash of Postgres/)} crashes of Postgres, ${count(/^empty Redis/)} flushes of Redis**,`,
    `Redis killed or frozen ${count(/^(kill of|frozen) Redis/)} times, connections interrupted or slowed ${count(/^(cut|slow)/)} times, in ${seconds} s.`,
    outcomesOf(report),
    `Each of ${purchases} plans that were bought meanwhile, and each of their renewals in ${months} months, was granted once.`,
    `${batches} batches ran beside, every second one stopped in the middle.`,
    await describeRun({ seed, versions }),
  ].join('\n');
  const rows = Object.keys(injected)
    .sort()
    .map((name) => [name, String(injected[name])]);
  await write({ 'process kills': summary, 'injected faults': table(['fault', 'times'], rows) });
}

export async function recordOutsideFaults(seed: number, report: OutsideFaultReport): Promise<void> {
  const { injected, kills, visitors, seconds, versions } = report;
  const names = Object.keys(injected).sort();
  const summary = [
    `**${names.length} outside faults and ${kills} killed processes** in ${seconds} s.`,
    outcomesOf(report),
    `${visitors.arrived} sign-ins, ${visitors.mails} mails and ${visitors.downloads} downloads succeeded meanwhile.`,
    await describeRun({ seed, versions }),
  ].join('\n');
  await write({ 'outside faults': summary, 'outside fault list': names.map((name) => `- ${name}`).join('\n') });
}
