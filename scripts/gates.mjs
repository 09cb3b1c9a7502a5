/** Runs turbo tasks and reads back, task by task, how they ended. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, turbo } from './workspace.mjs';

/** The gates of `npm test` beside the tests themselves. */
export const GATES = ['build', 'lint', 'format', 'arrows', 'unused', 'licences', 'changelog'];

const runs = join(root, '.turbo', 'runs');

/** Jest takes all cores by itself, most other tasks one: a third fills what the others leave, the last one above all. */
const CONCURRENCY = 3;

/**
 * Runs the tasks, all of them even if some fail, and resolves with a row each: `{ task: '@app/api#test', ok }`.
 * A task that could not start because something below it failed is not ok. `code` is turbo's own exit code, which
 * is not 0 also when it could not run at all.
 */
export async function runTasks(tasks, filters = []) {
  rmSync(runs, { recursive: true, force: true });
  mkdirSync(runs, { recursive: true });
  const code = await turbo([
    'run',
    ...tasks,
    ...filters.map((filter) => `--filter=${filter}`),
    '--continue=dependencies-successful',
    '--output-logs=new-only',
    '--summarize',
    `--concurrency=${CONCURRENCY}`,
  ]);
  const rows = readdirSync(runs)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => JSON.parse(readFileSync(join(runs, file), 'utf8')).tasks)
    .filter((task) => tasks.includes(task.task) && task.command !== '<NONEXISTENT>')
    .map((task) => ({ task: task.taskId, name: task.task, ok: task.execution?.exitCode === 0 }));
  return { code, rows };
}
