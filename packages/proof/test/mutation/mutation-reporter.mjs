import { appendFileSync } from 'node:fs';

const { MUTATION_FAILURES, MUTATION_ORDER } = process.env;

function note(path, title, message) {
  if (MUTATION_FAILURES === undefined) return;
  appendFileSync(MUTATION_FAILURES, `${JSON.stringify({ file: path.split('/').at(-1), title, message })}\n`);
  // One failure is the answer, and the rest of the file may wait long for what never comes.
  if (MUTATION_ORDER !== undefined) process.exit(1);
}

/** Notes failures at once: Jest writes no report when it stops at the first one. */
export default class MutationReporter {
  onTestCaseResult({ path }, { status, fullName, failureMessages: [message = ''] }) {
    if (status === 'failed') note(path, fullName, message);
  }

  /** A file that cannot be loaded, or fails beside its tests. */
  onTestResult({ path }, { testExecError }) {
    if (testExecError) note(path, '', String(testExecError.message));
  }
}
