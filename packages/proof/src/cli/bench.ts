import { parseArgs } from 'node:util';
import { BENCHMARKS, type Benchmark } from '../bench/benchmarks/index.js';
import { requireLinux } from '../bench/measure/cpu-time.js';
import { startServices, versionsOf } from '../bench/product/services.js';
import { formatGoal, formatMeasured, isBroken, keepResult, verdictOf, writeResults } from '../bench/report.js';
import { deleteOutdatedLibrary, openLibrary } from '../bench/seed/library.js';

const ROUNDS = 9;
const say = (text: string): void => console.log(text);

function choose(names: readonly string[]): readonly Benchmark[] {
  const unknown = names.find((name) => !BENCHMARKS.some((one) => one.name === name));
  if (unknown !== undefined) {
    console.error(`There is no benchmark ${unknown}. Benchmarks: ${BENCHMARKS.map(({ name }) => name).join(', ')}`);
    process.exit(1);
  }
  return names.length === 0 ? BENCHMARKS : BENCHMARKS.filter(({ name }) => names.includes(name));
}

async function runBenchmarks(
  benchmarks: readonly Benchmark[],
  { rounds, users }: { rounds: number; users?: number },
): Promise<void> {
  say('Starting Postgres and Redis');
  await deleteOutdatedLibrary(say);
  const services = await startServices();
  try {
    const needsLibrary = benchmarks.some((one) => one.needsLibrary);
    const library = needsLibrary ? await openLibrary(services.database, say) : { hits: {} };
    const versions = await versionsOf(services);
    for (const { name, goal, title, measure } of benchmarks) {
      say(`\n${goal}: ${title}`);
      const findings = await measure({ services, library, rounds, say, ...(users !== undefined && { users }) });
      for (const finding of findings) {
        const figures = `${formatMeasured(finding).padEnd(28)} ${formatGoal(finding).padEnd(10)}`;
        say(`  ${verdictOf(finding).padEnd(11)} ${figures} ${finding.what}`);
      }
      // Shorter runs are not recorded.
      if (users === undefined && rounds >= ROUNDS) {
        await keepResult({ benchmark: name, goal, title, findings }, versions);
      }
      if (findings.some(isBroken)) process.exitCode = 1;
    }
  } finally {
    await services.stop();
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: String(ROUNDS) },
    users: { type: 'string' },
    write: { type: 'boolean', default: false },
    'write-only': { type: 'boolean', default: false },
  },
});
requireLinux(process.platform);
const benchmarks = choose(positionals);
if (!values['write-only']) {
  const users = values.users === undefined ? {} : { users: Number(values.users) };
  await runBenchmarks(benchmarks, { rounds: Number(values.rounds), ...users });
}
if (values.write || values['write-only']) await writeResults(BENCHMARKS.map(({ name }) => name));
