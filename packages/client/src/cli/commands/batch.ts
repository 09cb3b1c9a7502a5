import { join } from 'node:path';
import type { Command } from 'commander';
import { hasEnded } from '../../client.js';
import { LuminaError } from '../../errors.js';
import type { BatchWithRows } from '../../types.js';
import { EXIT, type ExitCode, withNote } from '../failure.js';
import { prepareFolder } from '../output-file.js';
import { readRows } from '../read-rows.js';
import { type CommandContext, type CommonOptions, runCommand } from '../run-command.js';
import { saveImages, throwFirstFailure, type WantedImage } from '../save-images.js';
import { startOnce } from '../start-once.js';
import { countOf, oneLine, print, printJson, report } from '../terminal.js';

interface BatchOptions extends CommonOptions {
  output: string;
  name?: string;
  force: boolean;
}

function reportProgress(): (batch: BatchWithRows) => void {
  let last = '';
  return ({ rows, row_count: all, status, pause_reason: reason, held_until: until }) => {
    const progress = `${rows.filter(hasEnded).length} of ${all} rows have ended`;
    const line =
      status === 'paused'
        ? `Paused (${reason}): resume it on the website …`
        : `${progress}${until ? `; too many prompts were declined, the next rows begin at ${until}` : ''} …`;
    if (line !== last) report(line);
    last = line;
  };
}

const isMade = ({ status }: { status: string }): boolean => status === 'completed';

function wantedImages({ rows }: BatchWithRows, folder: string): WantedImage[] {
  return rows.flatMap(({ number, images, output_format: format }) => {
    const name = String(number).padStart(3, '0');
    const ending = format === 'jpeg' ? 'jpg' : format;
    return images.filter(isMade).map(({ id }, index) => ({ id, path: join(folder, `${name}-${index + 1}.${ending}`) }));
  });
}

/** A key that does not work any more pauses its batch. */
const PAUSED = 'The batch is paused, unless the key was rotated: resume it on the website.';
const afterWaiting = ({ status }: LuminaError): string =>
  status === 401 ? PAUSED : 'The batch goes on: its images appear in "lumina images".';

function afterStop({ status, mayHaveBeenAccepted }: LuminaError): string {
  if (status === 401) return PAUSED;
  return mayHaveBeenAccepted
    ? 'It is not known whether the batch goes on and spends credits: look on the website, and stop it there.'
    : 'The batch goes on and spends credits: stop it on the website.';
}

/** `BATCH_FINISHED`: its last row ended meanwhile, or the answer to an earlier attempt was lost. */
async function stopUnlessFinished({ client }: CommandContext, id: string): Promise<void> {
  try {
    await client.stopBatch(id);
  } catch (error) {
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
    report('Stopping: rows that wait end without a charge, rows in progress finish …');
    await withNote(stopUnlessFinished(context, id), afterStop);
    return withNote(client.waitForBatch(id), () => 'The batch is stopped: its images appear in "lumina images".');
  }
}

function reportEnd({ rows, credits_used: used }: BatchWithRows, made: number): void {
  for (const { number, status, error_code: code, prompt } of rows.filter((row) => !isMade(row))) {
    report(`Row ${number} ${status}${code === null ? '' : ` (${code})`}: ${oneLine(prompt, 60)}`);
  }
  report(`${countOf(made, 'image')} for ${used} credits. What was not made costs nothing.`);
}

async function runBatch(file: string, options: BatchOptions, context: CommandContext): Promise<ExitCode> {
  const { client, interrupted: signal } = context;
  const rows = await readRows(file);
  await prepareFolder(options);
  const { name = null, output, force, json } = options;
  const { id, ...started } = await startOnce(() => client.startBatch({ name, rows }, { signal }), {
    interrupted: signal,
    ifAccepted: 'it goes on and spends credits: look on the website, and stop it there',
  });
  const { row_count: count, total_credits: credits } = started;
  report(`Batch ${id}: ${countOf(count, 'row')} for at most ${credits} credits; each holds its price in its turn.`);
  const ended = await waitOrStop(context, id);
  const wanted = wantedImages(ended, output);
  const { files, failures } = await saveImages(context, wanted, force);
  reportEnd(ended, wanted.length);
  if (json) printJson({ ...ended, files, missing: failures.map((failure) => failure.id) });
  else files.forEach(print);
  throwFirstFailure(failures);
  if (signal.aborted) return EXIT.interrupted;
  return ended.rows.every(isMade) ? EXIT.done : EXIT.failed;
}

export function addBatch(program: Command): void {
  program
    .command('batch')
    .description('many prompts in one go')
    .command('run')
    .description('start a batch, wait for it, and save its images')
    .argument(
      '<file>',
      '.csv or .tsv with a line of column names (prompt, style, …), .jsonl, .ndjson, or a prompt a line; UTF-8',
    )
    .requiredOption('-o, --output <folder>', 'where to save: 001-1.png, 002-1.png, …')
    .option('--name <name>', 'of the batch')
    .option('--force', 'overwrite files', false)
    .option('--json', 'print the batch as JSON')
    .action((file: string, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<BatchOptions>();
      return runCommand(options, (context) => runBatch(file, options, context));
    });
}
