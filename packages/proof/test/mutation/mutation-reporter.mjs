import { appendFileSync } from 'node:fs';

const { MUTATION_FAILURES } = process.env;

/** Notes failures at once: Jest writes no report when it stops at the first one. */
export default class MutationReporter {
  onTestResult(_test, { testFilePath, testResults, testExecError }) {
    const failed = testResults.find(({ status }) => status === 'failed');
    if (MUTATION_FAILURES === undefined || !(failed || testExecError)) return;
    const [message = ''] = failed?.failureMessages ?? [String(testExecError?.message)];
    const line = { file: testFilePath.split('/').at(-1), title: failed?.fullName ?? '', message };
    appendFileSync(MUTATION_FAILURES, `${JSON.stringify(line)}\n`);
  }
}
