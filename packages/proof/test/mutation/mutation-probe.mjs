import { appendFileSync } from 'node:fs';

const { MUTATION_REACHED } = process.env;
const reached = new Set();

/** Called by the probes: notes once that this test file reaches the change with this number. */
globalThis.__reach = (number) => {
  if (MUTATION_REACHED === undefined || reached.has(number)) return;
  reached.add(number);
  appendFileSync(MUTATION_REACHED, `${number} ${expect.getState().testPath}\n`);
};
