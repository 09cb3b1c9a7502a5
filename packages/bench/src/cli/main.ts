import { builtProduct } from '@app/launcher';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PARTS, type Part } from '../budgets/all.js';
import { requireLinux } from '../measure/cpu-time.js';
import { describeMachine, loadNow } from '../measure/machine.js';
import { startServices, versionsOf } from '../product/services.js';
import { goalFigure, spreadFigure } from '../report/figures.js';
import { replaceBetweenMarks, sections, verdictTable } from '../report/markdown.js';
import { keepResult, keptResults } from '../report/results.js';
import { isBroken, verdictOf, type Finding } from '../report/verdict.js';
import { forgetOldLibrary, openLibrary } from '../seed/library.js';

const LEAST_ROUNDS = 9;
const DOCUMENT = join(builtProduct().root, 'docs', 'performance.md');
const say = (text: string): void => console.log(text);

function chosenParts(names: readonly string[]): Part[] {
  const unknown = names.find((name) => !PARTS.some((part) => part.name === name));
  if (unknown !== undefined) {
    console.error(`There is no part ${unknown}. Parts: ${PARTS.map(({ name }) => name).join(', ')}`);
    process.exit(1);
  }
  return names.length === 0 ? PARTS : PARTS.filter(({ name }) => names.includes(name));
}

function print(findings: readonly Finding[]): void {
  for (const { budget, what, unit, measured, goal } of findings) {
    const verdict = verdictOf(measured.median, goal).padEnd(8);
    const figures = `${spreadFigure(measured, unit).padEnd(28)} ${goalFigure(goal, unit).padEnd(10)}`;
    console.log(`  ${verdict} ${budget.padEnd(8)} ${figures} ${what}`);
  }
}

interface Choice {
  rounds: number;
  people?: number;
}

async function measure(parts: readonly Part[], choice: Choice): Promise<void> {
  say('Starting Postgres and Redis');
  await forgetOldLibrary(say);
  const services = await startServices();
  try {
    const isNeeded = parts.some(({ isAlone = false }) => !isAlone);
    const library = isNeeded ? await openLibrary(services.database, say) : { found: {} };
    const versions = await versionsOf(services);
    for (const { name, title, isOnce = false, measure: measurePart } of parts) {
      say(`\n${title}`);
      const before = loadNow();
      const findings = await measurePart({ services, library, say, ...choice });
      print(findings);
      // A shorter run is no record.
      if (choice.people === undefined)
        await keepResult({
          part: name,
          title,
          rounds: isOnce ? 1 : choice.rounds,
          machine: describeMachine(versions, before),
          findings,
        });
      if (findings.some(isBroken)) process.exitCode = 1;
    }
  } finally {
    await services.stop();
  }
}

/** Puts the newest result of each part into the document. */
async function write(): Promise<void> {
  const results = await keptResults(PARTS.map(({ name }) => name));
  const document = await readFile(DOCUMENT, 'utf8');
  const withVerdicts = replaceBetweenMarks(document, 'verdicts', verdictTable(results));
  await writeFile(DOCUMENT, replaceBetweenMarks(withVerdicts, 'records', sections(results)));
  say(`\nWritten to ${DOCUMENT}`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    people: { type: 'string' },
    rounds: { type: 'string', default: String(LEAST_ROUNDS) },
    'write-only': { type: 'boolean', default: false },
  },
});
requireLinux(process.platform);
const parts = chosenParts(positionals);
const choice: Choice = {
  rounds: Math.max(LEAST_ROUNDS, Number(values.rounds)),
  ...(values.people && { people: Number(values.people) }),
};
if (!values['write-only']) await measure(parts, choice);
if (values.write || values['write-only']) await write();
