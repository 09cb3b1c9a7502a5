/**
 * `npm run licences`: refuses a package of the images whose licence is not permissive.
 * `npm run licences -- THIRD-PARTY.md` also writes the list of these packages with the texts of their licences.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPermissive } from './permissive.mjs';
import { cleanEnvironment, fail, prepare, root } from './workspace.mjs';

/** What is copied into the images, with all it depends on. */
const SHIPPED = ['@app/api', '@app/studio', '@app/contracts', '@app/web'];
/** Decided by hand: the pattern of a name, its licence, and why it may ship. */
const DECIDED = [
  { name: /^pause$/, licence: 'MIT', why: 'so says its Readme.md, and its manifest nothing' },
  {
    name: /^@img\/sharp-libvips-/,
    licence: 'LGPL-3.0-or-later',
    why: 'libvips, a library file of its own that may be replaced',
  },
];

function listPackages() {
  const args = ['licenses', 'list', '--prod', '--json', ...SHIPPED.flatMap((name) => ['--filter', name])];
  const options = { cwd: root, encoding: 'utf8', env: cleanEnvironment(), maxBuffer: 64 * 1024 * 1024 };
  const { status, stdout, stderr } = spawnSync('pnpm', args, options);
  if (status !== 0) fail('pnpm could not list the licences.', stderr);
  return Object.values(JSON.parse(stdout))
    .flat()
    .map((one) => ({ ...one, decided: DECIDED.find(({ name }) => name.test(one.name)) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Parts of a package may be under further licences, in files of their own. */
const licenceTexts = ({ paths: [folder] }) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim());

function describePackage(one) {
  const licence = one.decided ? `${one.decided.licence} (${one.decided.why})` : one.license;
  const head = `## ${one.name} ${one.versions.join(', ')}\n\n${licence}${one.homepage ? `, ${one.homepage}` : ''}`;
  const texts = licenceTexts(one).map((text) => `\`\`\`text\n${text.replaceAll('```', "'''")}\n\`\`\``);
  return [head, ...texts].join('\n\n');
}

await prepare();
const packages = listPackages();
const refused = packages.filter(({ license, decided }) => !decided && !isPermissive(license));
if (refused.length > 0) {
  const lines = refused.map(({ name, versions, license }) => `  ${name} ${versions.join(', ')}: ${license}`);
  fail(
    `Not permissive, but part of the images:\n${lines.join('\n')}`,
    'Replace them, or decide in scripts/licences.mjs.',
  );
}
const [file] = process.argv.slice(2);
if (file) writeFileSync(file, `# Third-party packages\n\n${packages.map(describePackage).join('\n\n')}\n`);
console.log(`${packages.length} packages, all under licences that allow it`);
