import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '../../src/fixtures.js';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

const EXPRESSIONS = {
  MIT: true,
  'GPL-2.0': false,
  'MIT OR GPL-2.0': true,
  'MIT AND GPL-2.0': false,
  '(MIT OR Apache-2.0)': true,
  'MIT AND (GPL-2.0 OR ISC)': true,
  '(MIT OR Apache-2.0) AND GPL-2.0': false,
  'GPL-2.0 AND (MIT OR Apache-2.0)': false,
  'MIT OR Apache-2.0 AND GPL-2.0': true,
  'GPL-2.0 OR (MIT AND (ISC OR GPL-3.0-only))': true,
  'Apache-2.0 WITH LLVM-exception': false,
  '(MIT': false,
  'MIT)': false,
  '': false,
  Unknown: false,
};

test('of two licences that both hold, each must be permissive, and of a choice one', () => {
  const code = `import { isPermissive } from './scripts/permissive.mjs';
    const all = ${JSON.stringify(Object.keys(EXPRESSIONS))};
    console.log(JSON.stringify(Object.fromEntries(all.map((one) => [one, isPermissive(one)]))));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: ROOT, encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual(EXPRESSIONS);
});
