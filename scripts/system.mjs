/** What the machine has, and what Debian's package manager brings. */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './workspace.mjs';

export const asRoot = process.getuid?.() === 0;

/** Something that the browser tests need is missing and could not be installed. */
export class MissingError extends Error {
  constructor(message, remedy) {
    super(message);
    this.remedy = remedy;
  }
}

export function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(executable);

export const onDebian = () => {
  if (!onPath('apt-get') || !existsSync('/etc/os-release')) return false;
  // Ubuntu's package of the same name only points to a snap.
  return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
};

export async function apt(...packages) {
  // Suites run meanwhile: only errors are shown.
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'ignore', 'inherit'] };
  const wait = ['-o', 'DPkg::Lock::Timeout=300', '-q'];
  await run('apt-get', [...wait, 'update'], options);
  return (await run('apt-get', [...wait, 'install', '-y', '--no-install-recommends', ...packages], options)) === 0;
}
