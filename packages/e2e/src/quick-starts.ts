import type { Page } from '@playwright/test';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A program of the API page, as it stands there. */
export interface QuickStart {
  command: string;
  file: string;
  code: string;
  image: string;
}

const isInstalling = (line: string): boolean => line.startsWith('npm install');

/** Reads the programs, and the commands that install what two of them need. */
export async function readQuickStarts(page: Page): Promise<{ programs: QuickStart[]; installs: string[] }> {
  const codeOf = async (text: string) => (await page.locator('pre', { hasText: text }).textContent()) ?? '';
  const install = await codeOf('npm install ./');
  const commandLine = (await codeOf('npm install --global')).split('\n');
  const programs = [
    { command: 'bash', file: 'lake.sh', code: await codeOf('first_id()'), image: 'lake.png' },
    { command: process.execPath, file: 'lake.mjs', code: await codeOf('node lake.mjs'), image: 'lake.png' },
    { command: 'python3', file: 'lake.py', code: await codeOf('lake.py'), image: 'lake.png' },
    { command: process.execPath, file: 'fox.mjs', code: await codeOf('fox.mjs'), image: 'fox.png' },
    {
      command: 'bash',
      file: 'fox.sh',
      code: commandLine.filter((line) => !isInstalling(line)).join('\n'),
      image: 'fox.png',
    },
  ];
  return { programs, installs: [install, ...commandLine.filter(isInstalling)] };
}

/** Tools that a program needs beside its own interpreter. */
const TOOLS: Record<string, string[]> = { 'lake.sh': ['bash', 'curl'], 'lake.py': ['python3'], 'fox.sh': ['bash'] };
const isMissing = (tool: string): Promise<boolean> =>
  run(tool, ['--version']).then(
    () => false,
    () => true,
  );

/** Tools that this machine does not have, of those that the program needs. */
export async function missingTools({ file }: QuickStart): Promise<string[]> {
  const tools = TOOLS[file] ?? [];
  const missing = await Promise.all(tools.map(isMissing));
  return tools.filter((_, index) => missing[index]);
}

/** Client and command line as this build made them, without a registry. */
export async function linkClient(folder: string): Promise<void> {
  const client = dirname(fileURLToPath(import.meta.resolve('@app/client')));
  await mkdir(join(folder, 'node_modules'));
  await symlink(client, join(folder, 'node_modules', 'lumina-client'));
  await mkdir(join(folder, 'bin'));
  const program = join(folder, 'bin', 'lumina');
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${join(client, 'cli', 'lumina.js')}' "$@"\n`);
  await chmod(program, 0o755);
}

/** Runs what was pasted in a new folder within `folder`. Resolves with its output and the image that it saved. */
export async function runQuickStart(
  { command, file, code, image }: QuickStart,
  { folder, key }: { folder: string; key: string },
): Promise<{ output: string; image: Buffer | null }> {
  const cwd = await mkdtemp(join(folder, 'run-'));
  await writeFile(join(cwd, file), code);
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, LUMINA_API_KEY: key };
  const { stdout, stderr } = await run(command, [file], { cwd, env }).catch(
    (error: unknown) => error as { stdout: string; stderr: string },
  );
  return { output: `${stdout}${stderr}`, image: await readFile(join(cwd, image)).catch(() => null) };
}
