import type { Command } from 'commander';
import type { OutputFormat, Style } from '../../types.js';
import { countOption } from '../numbers.js';
import { checkOutput, saveFile } from '../output-file.js';
import { type CommandContext, type CommonOptions, runCommand } from '../run-command.js';
import { oneLine, print, printJson, report } from '../terminal.js';

interface ImagesOptions extends CommonOptions {
  page: number;
  limit: number;
  style?: Style;
}

async function listImages(
  { page, limit, style, json }: ImagesOptions,
  { client, interrupted: signal }: CommandContext,
): Promise<void> {
  const found = await client.listImages({ page, limit, ...(style && { style }) }, { signal });
  if (json) return printJson(found);
  for (const { id, status, style: its, size, prompt } of found.data) {
    print([id, status.padEnd(10), its.padEnd(17), size.padEnd(4), oneLine(prompt, 60)].join('  '));
  }
  report(`Page ${found.page} of ${Math.max(1, Math.ceil(found.total / found.limit))}, ${found.total} images`);
}

async function showCredits({ json }: CommonOptions, { client, interrupted: signal }: CommandContext): Promise<void> {
  const credits = await client.showCredits({ signal });
  if (json) return printJson(credits);
  print(`${credits.remainingCredits} credits, plan "${credits.subscriptionStatus}"`);
  print(`${credits.inFlight} of ${credits.inFlightLimit} generations in progress`);
  if (credits.nextExpiry) print(`${credits.nextExpiry.credits} of the credits expire at ${credits.nextExpiry.at}`);
}

async function listModels({ json }: CommonOptions, { client, interrupted: signal }: CommandContext): Promise<void> {
  const models = await client.listModels({ signal });
  if (json) return printJson(models);
  for (const { id, status } of models) print(`${id.padEnd(20)}  ${status}`);
}

interface DownloadOptions extends CommonOptions {
  output: string;
  format?: OutputFormat;
  force: boolean;
}

async function downloadImage(
  id: string,
  { output, format, force, json }: DownloadOptions,
  { client, interrupted: signal }: CommandContext,
): Promise<void> {
  await checkOutput({ output, force }, 1);
  const download = await client.downloadImage(id, { signal, ...(format && { format }) });
  const bytes = await download.bytes();
  await saveFile(output, bytes, { force, remedy: 'A download costs nothing: name another file by -o.' });
  if (json) printJson({ id, file: output, bytes: bytes.length, content_type: download.contentType });
  else print(output);
}

/** Commands that spend nothing. */
export function addReading(program: Command): void {
  program
    .command('images')
    .description('list your images, the newest first')
    .option('--page <number>', 'from 1', countOption, 1)
    .option('--limit <number>', 'at most 100', countOption, 20)
    .option('--style <style>', 'only those of a style')
    .option('--json', 'print the page as JSON')
    .action((_: unknown, command: Command) => {
      const options = command.optsWithGlobals<ImagesOptions>();
      return runCommand(options, (context) => listImages(options, context));
    });
  program
    .command('download')
    .description('save an image')
    .argument('<id>', 'of the image')
    .requiredOption('-o, --output <file>', 'where to save')
    .option('--format <format>', 'convert to png, jpeg or webp')
    .option('--force', 'overwrite the file', false)
    .option('--json', 'print what was saved as JSON')
    .action((id: string, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<DownloadOptions>();
      return runCommand(options, (context) => downloadImage(id, options, context));
    });
  program
    .command('credits')
    .description('show the credits of the account')
    .option('--json', 'print them as JSON')
    .action((_: unknown, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>();
      return runCommand(options, (context) => showCredits(options, context));
    });
  program
    .command('models')
    .description('list the models')
    .option('--json', 'print them as JSON')
    .action((_: unknown, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>();
      return runCommand(options, (context) => listModels(options, context));
    });
}
