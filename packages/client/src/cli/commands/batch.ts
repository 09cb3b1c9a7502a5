import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { hasEnded } from '../../client.js';
import { LuminaError } from '../../errors.js';
import type { BatchRow, BatchWithRows } from '../../types.js';
import { CliError, creditsAfterStart, EXIT, type ExitCode, withNote } from '../failure.js';
import { saveFile } from '../output-file.js';
import { readRows } from '../read-rows.js';
import { type CommandContext, type CommonOptions, runCommand } from '../run-command.js';
import { oneLine, print, printJson, report } from '../terminal.js';

interface BatchOptions extends CommonOptions {
  output: string;
  name?: string;
  force: boolean;
}

async function prepareFolder({ output, force }: BatchOptions): Promise<void> {
  try {
    await mkdir(output, { recursive: true });
    if (force || (await readdir(output)).length === 0) return;
  } catch (error) {
    const { message } = error as Error;
    throw new CliError(`The folder cannot be made: ${message}`, 'Name another folder by -o.', EXIT.file);
  }
  throw new CliError(`${output} is not empty.`, 'Name another folder by -o, or overwrite by --force.', EXIT.file);
}

function reportProgress(): (batch: BatchWithRows) => void {
  let last = '';
  return ({ rows, row_count: all, status, pause_reason: reason }) => {
    const ended = rows.filter(hasEnded).length;
    const line =
      status === 'paused' ? `Paused (${reason}): resume it on the website …` : `${ended} of ${all} rows have ended …`;
    if (line !== last) report(line);
    last = line;
  };
}

const isMade = ({ status }: { status: string }): boolean => status === 'completed';

async function saveRow(
  { client }: CommandContext,
  { number, images, output_format: format }: BatchRow,
  { output, force }: BatchOptions,
): Promise<string[]> {
  const files: string[] = [];
  for (const [index, { id }] of images.filter(isMade).entries()) {
    const path = join(output, `${String(number).padStart(3, '0')}-${index + 1}.${format === 'jpeg' ? 'jpg' : format}`);
    const remedy = `The image is kept: lumina download ${id} -o <file>`;
    const download = await withNote(client.downloadImage(id), () => remedy);
    await saveFile(path, await withNote(download.bytes(), () => remedy), { force, remedy });
    files.push(path);
  }
  return files;
}

/** A key that does not work any more pauses its batch. */
const afterWaiting = ({ status }: LuminaError): string =>
  status === 401
    ? 'The batch is paused, unless the key was rotated: resume it on the website.'
    : 'The batch goes on: its images appear in "lumina images".';

async function stop({ client }: CommandContext, id: string): Promise<void> {
  report('Stopping: rows that wait end without a price, rows in progress finish …');
  try {
    await client.stopBatch(id);
  } catch (error) {
    // Its last row ended meanwhile: there is nothing to stop, and all of it to save.
    if (!(error instanceof LuminaError) || error.code !== 'BATCH_FINISHED') throw error;
  }
}

async function waitOrStop(context: CommandContext, id: string): Promise<BatchWithRows> {
  const { client, interrupted: signal } = context;
  try {
    const waiting = client.waitForBatch(id, { signal, onUpdate: reportProgress() });
    return await withNote(waiting, afterWaiting);
  } catch (error) {
    if (!signal.aborted) throw error;
    await stop(context, id);
    return client.waitForBatch(id);
  }
}

async function runBatch(file: string, options: BatchOptions, context: CommandContext): Promise<ExitCode> {
  const { client, interrupted: signal } = context;
  const rows = await readRows(file);
  await prepareFolder(options);
  const { name = null, json } = options;
  const started = await withNote(client.startBatch({ name, rows }, { signal }), creditsAfterStart);
  report(`${started.row_count} rows for at most ${started.total_credits} credits; each holds its price in its turn.`);
  const ended = await waitOrStop(context, started.id);
  const files: string[] = [];
  for (const row of ended.rows) files.push(...(await saveRow(context, row, options)));
  for (const { number, status, error_code: code, prompt } of ended.rows.filter((row) => !isMade(row))) {
    report(`Row ${number} ${status}${code === null ? '' : ` (${code})`}: ${oneLine(prompt, 60)}`);
  }
  report(`${files.length} images for ${ended.credits_used} credits. What was not made costs nothing.`);
  if (json) printJson({ ...ended, files });
  else files.forEach(print);
  if (signal.aborted) return EXIT.interrupted;
  return ended.rows.every(isMade) ? EXIT.done : EXIT.failed;
}

export function addBatch(program: Command): void {
  program
    .command('batch')
    .description('many prompts as one order')
    .command('run')
    .description('start a batch, wait for it, and save its images')
    .argument('<file>', '.csv with a line of column names (prompt, style, …), .jsonl, or a prompt a line')
    .requiredOption('-o, --output <folder>', 'where to save: 001-1.png, 002-1.png, …')
    .option('--name <name>', 'of the batch')
    .option('--force', 'overwrite files', false)
    .option('--json', 'print the batch as JSON')
    .action((file: string, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<BatchOptions>();
      return runCommand(options, (context) => runBatch(file, options, context));
    });
}
