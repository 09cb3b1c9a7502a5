import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Replacing a module reaches every file that shares it. */
const REPLACES_MODULES = /jest\.(mock|doMock|resetModules|isolateModules)\(/;

function textOf(root, files, before) {
  const linesOf = (file) => [
    `describe(${JSON.stringify(file)}, () => {`,
    ...(before
      ? [`  require(${JSON.stringify(join(root, before))}).startSpec(${JSON.stringify(join(root, file))});`]
      : []),
    `  require(${JSON.stringify(join(root, file))});`,
    '});',
  ];
  return ["const { describe } = require('@jest/globals');", ...files.flatMap(linesOf), ''].join('\n');
}

/** Tools that read the settings while the tests run write nothing. */
function writeOnce(path, text) {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

/**
 * Writes spec files that each run several others, for a suite that spends more on loading the product than on testing
 * it: Jest loads every module anew for each file it is given. The first title of each test is then the path of its file.
 * `root`: of the package. `name`: of the folder of the groups below `test-results/groups`. `isSpec`: which paths below
 * `src` and `test` are meant. `alone`: paths of those that need the modules of their process to themselves; files that
 * replace modules are alone by themselves. `before`: path of a module whose `startSpec` adds, given the path of a spec,
 * the hooks that each spec has. Returns the paths for Jest's `testMatch`.
 */
export function groupSpecs({ root, name, isSpec, alone, count, before }) {
  const folder = join(root, 'test-results', 'groups', name);
  mkdirSync(folder, { recursive: true });
  const specs = ['src', 'test']
    .flatMap((from) => readdirSync(join(root, from), { recursive: true }).map((file) => join(from, file)))
    .filter((file) => isSpec(file))
    .toSorted((one, other) => one.localeCompare(other));
  const isAlone = (file) => alone?.test(file) || REPLACES_MODULES.test(readFileSync(join(root, file), 'utf8'));
  const together = specs.filter((file) => !isAlone(file));
  const groups = Array.from({ length: count }, (_, index) => {
    const path = join(folder, `${index}.group.cjs`);
    const files = together.filter((_file, at) => at % count === index);
    writeOnce(path, textOf(root, files, before));
    return path;
  });
  return [...groups, ...specs.filter(isAlone).map((file) => join(root, file))];
}
