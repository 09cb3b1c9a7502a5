import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from '../environment.js';
import { errorField } from './error-field.js';

const run = promisify(execFile);

export interface DebianPackage {
  title: string;
  name: string;
  program: string;
}

export interface UnpackedProgram {
  command: string;
  /** For LD_LIBRARY_PATH. */
  libraryPath: string;
}

export async function isDebianLike(): Promise<boolean> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release);
}

/** Installing the package would start a system service, so it is unpacked with lists, caches and locks of its own. */
export async function unpackDebianPackage(
  dir: string,
  wanted: DebianPackage,
  onProgress: (message: string) => void,
): Promise<UnpackedProgram> {
  if (!(await stat(dir).catch(() => undefined))) await download(dir, wanted, onProgress);
  return { command: join(dir, wanted.program), libraryPath: (await libraryFolders(dir)).join(':') };
}

/** Tries twice, because after a system upgrade a cached copy may lack libraries. Undefined when it does not run. */
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
    // apt reports a failed list download only as a warning.
    await apt(work, install).catch((error: Error) => Promise.reject(warning ? new Error(warning) : error));
    onProgress(`${title}: unpacking`);
    const files = (await readdir(packages)).filter((file) => file.endsWith('.deb'));
    const tree = join(work, 'tree');
    for (const file of files) await run('dpkg-deb', ['-x', join(packages, file), tree], { env: childEnvironment() });
    await stat(join(tree, program));
    // When two starts race, the second one uses the result of the first.
    await rename(tree, dir).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** @returns the first warning. @throws Error with apt's first error */
async function apt(work: string, args: string[]): Promise<string | undefined> {
  const settings = {
    'Dir::State': join(work, 'apt', 'state'),
    // Installed libraries are not downloaded again.
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': join(work, 'apt', 'cache'),
    'Debug::NoLocking': '1',
    // As root, apt would download as `_apt`, which cannot write here.
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
