/** Names each failed test of a run, so that the end of its output says what failed. */
import { isAbsolute, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './workspace.mjs';

/** With the table of the summary they fit into the last hundred lines of the output. */
const DETAILED = 6;
const NAMED = 20;
const MESSAGE_LINES = 8;
const LINE_LENGTH = 200;

const NOT_RUN = 'was skipped, which counts as failed';

const inProject = (file) => (isAbsolute(file) ? relative(root, file) : file);

/** The title of a test in a group of spec files begins with the path of its file, which the group's name does not say. */
function placeOf(group, { ancestorTitles, fullName }) {
  if (!group.endsWith('.group.cjs')) return { file: inProject(group), title: fullName };
  const [file] = ancestorTitles;
  return { file: inProject(join(group.split('/test-results/')[0], file)), title: fullName.slice(file.length + 1) };
}

/** The failed tests of a report of Jest: `{ file, title, message }`. `isSkippedFailed`: skipped ones count. */
export function listJestFailures({ testResults }, isSkippedFailed) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = inProject(name);
    const tests = assertionResults.flatMap((test) => {
      const place = placeOf(name, test);
      if (test.status === 'failed') return [{ ...place, message: test.failureMessages.join('\n') }];
      const isSkipped = test.status === 'pending' || test.status === 'todo';
      return isSkipped && isSkippedFailed ? [{ ...place, message: NOT_RUN }] : [];
    });
    return status === 'failed' && tests.length === 0 ? [{ file, title: 'the file itself', message }] : tests;
  });
}

/** The failed tests of a report of Playwright. */
export function listPlaywrightFailures({ config, suites, errors }, isSkippedFailed) {
  const fileOf = (file) => inProject(`${config.rootDir}/${file}`);
  const specsOf = (suite, path) => [
    ...(suite.specs ?? []).map((spec) => ({ spec, title: [...path, spec.title].join(' › ') })),
    ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, [...path, inner.title])),
  ];
  const tests = suites.flatMap((suite) => specsOf(suite, []));
  return [
    ...errors.map(({ message, location }) => ({
      file: location ? inProject(location.file) : 'playwright',
      title: 'outside of a test',
      message,
    })),
    ...tests.flatMap(({ spec, title }) =>
      spec.tests.flatMap(({ status, results }) => {
        const file = `${fileOf(spec.file)}:${spec.line}`;
        const errorsOf = results.flatMap((result) => result.errors.map(({ message }) => message));
        if (status === 'unexpected') return [{ file, title, message: errorsOf.join('\n') }];
        return status === 'skipped' && isSkippedFailed ? [{ file, title, message: NOT_RUN }] : [];
      }),
    ),
  ];
}

function firstLines(message = '') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  return lines.slice(0, MESSAGE_LINES).map((line) => `    ${line.slice(0, LINE_LENGTH)}`);
}

/** Prints the failures, the first ones with the beginning of their messages. */
export function printFailures(failures) {
  for (const [index, { file, title, message }] of failures.slice(0, NAMED).entries()) {
    console.log(`\n✗ ${title}\n  ${file}`);
    if (index < DETAILED) for (const line of firstLines(message)) console.log(line);
  }
  if (failures.length > NAMED) console.log(`\n✗ and ${failures.length - NAMED} more`);
}
