import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from '../environment.js';
import { errorField } from './error-field.js';

const run = promisify(execFile);

export interface DebianPackage {
  /** As progress calls it. */
  title: string;
  /** Of the package. */
  name: string;
  /** Path of the program in the package. */
  program: string;
}

export interface UnpackedProgram {
  command: string;
  /** For LD_LIBRARY_PATH. */
  libraryPath: string;
}

/** Whether this system has packages of Debian's kind. */
export async function isDebianLike(): Promise<boolean> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release);
}

/**
 * Downloads a package of this Debian or Ubuntu release, with the libraries that the machine lacks, and unpacks it into
 * `dir`. Installing it, even as root, would start a system service on the standard port.
 * apt gets lists, caches and locks of its own in `dir`, so that neither root nor the system's state is needed.
 * A finished `dir` is used again as it is.
 */
export async function unpackDebianPackage(
  dir: string,
  wanted: DebianPackage,
  onProgress: (message: string) => void,
): Promise<UnpackedProgram> {
  if (!(await stat(dir).catch(() => undefined))) await download(dir, wanted, onProgress);
  return { command: join(dir, wanted.program), libraryPath: (await libraryFolders(dir)).join(':') };
}

/**
 * The program of an unpacked package as `probe` sees it; undefined when what was downloaded does not run on this machine.
 * Twice, because a copy that was kept from before an upgrade of the system may lack its libraries now.
 */
export async function findInDebianPackage<Program>(
  dir: string,
  wanted: DebianPackage,
  probe: (command: string, env: Record<string, string>) => Promise<Program | undefined>,
  onProgress: (message: string) => void,
): Promise<Program | undefined> {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const { command, libraryPath } = await unpackDebianPackage(dir, wanted, onProgress);
    const program = await probe(command, { LD_LIBRARY_PATH: libraryPath });
    if (program) return program;
    await rm(dir, { recursive: true, force: true });
  }
  return undefined;
}

async function download(
  dir: string,
  { title, name, program }: DebianPackage,
  onProgress: (message: string) => void,
): Promise<void> {
  await mkdir(dirname(dir), { recursive: true });
  const work = await mkdtemp(`${dir}-`);
  try {
    const packages = join(work, 'apt', 'cache', 'archives');
    await Promise.all([
      mkdir(join(work, 'apt', 'state', 'lists', 'partial'), { recursive: true }),
      mkdir(join(packages, 'partial'), { recursive: true }),
    ]);
    onProgress(`${title}: reading the package lists`);
    const warning = await apt(work, ['update']);
    onProgress(`${title}: downloading the package ${name}`);
    const install = ['install', '--yes', '--no-install-recommends', '--download-only', name];
    // A list that could not be fetched is only a warning to apt; the package is then "not found".
    await apt(work, install).catch((error: Error) => Promise.reject(warning ? new Error(warning) : error));
    onProgress(`${title}: unpacking`);
    const files = (await readdir(packages)).filter((file) => file.endsWith('.deb'));
    const tree = join(work, 'tree');
    for (const file of files) await run('dpkg-deb', ['-x', join(packages, file), tree], { env: childEnvironment() });
    await stat(join(tree, program));
    // Two starts at once: the first one to finish wins, the other uses its result.
    await rename(tree, dir).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** @returns the first warning. @throws Error with apt's own first error */
async function apt(work: string, args: string[]): Promise<string | undefined> {
  const settings = {
    'Dir::State': join(work, 'apt', 'state'),
    // What is installed is still the machine's: only what is missing has to be fetched.
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': join(work, 'apt', 'cache'),
    'Debug::NoLocking': '1',
    // As root apt would otherwise download as the user `_apt`, which cannot write here.
    'APT::Sandbox::User': 'root',
    'Acquire::Retries': '2',
    'Acquire::http::Timeout': '20',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const env = childEnvironment({ LC_ALL: 'C' });
  try {
    const { stderr } = await run('apt-get', [...options, ...args], { env, maxBuffer: 16 * 1024 * 1024 });
    return lineOf(stderr, 'W:');
  } catch (error) {
    throw new Error(lineOf(errorField(error, 'stderr'), 'E:') ?? `apt-get ${args[0]} did not run`, { cause: error });
  }
}

const lineOf = (output: string, prefix: string): string | undefined =>
  output
    .split('\n')
    .find((line) => line.startsWith(prefix))
    ?.slice(prefix.length)
    .trim();

async function libraryFolders(dir: string): Promise<string[]> {
  const folders: string[] = [];
  for (const lib of [join(dir, 'lib'), join(dir, 'usr', 'lib')]) {
    const entries = await readdir(lib).catch(() => []);
    folders.push(...entries.filter((name) => name.includes('-linux-')).map((name) => join(lib, name)));
  }
  return folders;
}
