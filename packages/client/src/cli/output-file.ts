import { access, constants, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, parse, join } from 'node:path';
import { CliError, EXIT } from './failure.js';

const REASONS: Record<string, string> = {
  EEXIST: 'it exists already',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EISDIR: 'it is a folder',
  EACCES: 'no permission',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your quota of the disk is used up',
  ENAMETOOLONG: 'its name is too long',
};

function fileError(path: string, error: unknown, next: string): CliError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new CliError(`${path} cannot be written: ${REASONS[code] ?? message}.`, next, EXIT.file);
}

export interface OutputOptions {
  output: string;
  force: boolean;
}

/** `fox.png`, or `fox-1.png`, `fox-2.png` for several images. */
export function outputPaths(output: string, count: number): string[] {
  if (count === 1) return [output];
  const { dir, name, ext } = parse(output);
  return Array.from({ length: count }, (_, index) => join(dir, `${name}-${index + 1}${ext}`));
}

/** Finds out before anything is spent what would be wrong afterwards. */
export async function checkOutput({ output, force }: OutputOptions, count: number): Promise<string[]> {
  const paths = outputPaths(output, count);
  const folder = dirname(output);
  await access(folder, constants.W_OK).catch((error: unknown) => {
    throw fileError(output, error, 'Make the folder, or name another file by -o.');
  });
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (found?.isDirectory()) throw fileError(path, { code: 'EISDIR' }, 'Name a file in it.');
    if (found && !force) throw fileError(path, { code: 'EEXIST' }, 'Name another file, or overwrite it by --force.');
  }
  return paths;
}

/** Makes the folder of many files, and finds out before anything is spent whether they can be written to it. */
export async function prepareFolder({ output, force }: OutputOptions): Promise<void> {
  const names = await mkdir(output, { recursive: true })
    .then(() => access(output, constants.W_OK))
    .then(() => readdir(output))
    .catch((error: unknown) => {
      throw fileError(output, error, 'Name another folder by -o.');
    });
  if (force || names.length === 0) return;
  throw new CliError(`${output} is not empty.`, 'Name another folder by -o, or overwrite by --force.', EXIT.file);
}

/** A new file that could not be written whole is removed again. `remedy`: how to get the bytes again. */
export async function saveFile(
  path: string,
  bytes: Uint8Array,
  { force, remedy }: { force: boolean; remedy: string },
): Promise<void> {
  try {
    await writeFile(path, bytes, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const isOwn = !force && (error as NodeJS.ErrnoException).code !== 'EEXIST';
    if (isOwn) await rm(path, { force: true });
    throw fileError(path, error, remedy);
  }
}
