import { goalFigure, spreadFigure } from './figures.js';
import type { PartResult } from './results.js';
import { verdictOf, type Finding, type Verdict } from './verdict.js';

const WORDS: Record<Verdict, string> = {
  met: '**met**',
  near: 'within 20 %',
  missed: '**missed**',
  recorded: 'recorded',
};

const escape = (text: string): string => text.replaceAll('|', '\\|');
const row = (cells: readonly string[]): string => `| ${cells.map(escape).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly string[][]): string =>
  [row(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(row)].join('\n');

const verdict = ({ measured, goal }: Finding): string => WORDS[verdictOf(measured.median, goal)];

/** Everything with a goal, in one table. */
export function verdictTable(results: readonly PartResult[]): string {
  const promised = results.flatMap(({ findings }) => findings.filter(({ goal }) => goal !== null));
  return table(
    ['budget', 'what', 'goal', 'measured (quartiles)', 'verdict'],
    promised.map((finding) => [
      finding.budget,
      finding.what,
      goalFigure(finding.goal, finding.unit),
      spreadFigure(finding.measured, finding.unit),
      verdict(finding),
    ]),
  );
}

function section({ title, machine, rounds, findings }: PartResult): string {
  const recorded = findings.filter(({ goal }) => goal === null);
  const { processor, memory, system, node, postgres, redis, date, load } = machine;
  const often = rounds === 1 ? 'measured once' : `${rounds} rounds`;
  const lines = [
    `### ${title}`,
    '',
    `${date}; ${processor}, ${memory}, ${system}; Node ${node}, Postgres ${postgres}, Redis ${redis}; load ${load.join(' → ')}; ${often}.`,
  ];
  if (recorded.length > 0) {
    const rows = recorded.map(({ what, unit, measured }) => [what, spreadFigure(measured, unit)]);
    lines.push('', table(['recorded beside the budgets', 'median (quartiles)'], rows));
  }
  return lines.join('\n');
}

export const sections = (results: readonly PartResult[]): string => results.map(section).join('\n\n');

/** The document with what stands between the marks of `name` replaced. Throws when the marks are missing. */
export function replaceBetweenMarks(document: string, name: string, text: string): string {
  const [begin, end] = [`<!-- bench: ${name} -->`, `<!-- /bench: ${name} -->`];
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The document has no place for ${name}: ${begin} … ${end}`);
  return `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`;
}
