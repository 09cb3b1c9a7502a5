import { extname } from 'node:path';
import type { Command } from 'commander';
import { LuminaError } from '../../errors.js';
import type { Generation, GenerateRequest, OutputFormat } from '../../types.js';
import { EXIT, type ExitCode, withNote } from '../failure.js';
import { countOption, wholeNumber } from '../numbers.js';
import { checkOutput } from '../output-file.js';
import { type CommandContext, type CommonOptions, runCommand } from '../run-command.js';
import { saveImages, throwFirstFailure, type WantedImage } from '../save-images.js';
import { startOnce } from '../start-once.js';
import { countOf, print, printJson, report } from '../terminal.js';

interface GenerateOptions extends CommonOptions {
  style?: string;
  size?: string;
  model?: string;
  quality?: string;
  negative?: string;
  format?: string;
  seed?: number;
  count: number;
  output?: string;
  force: boolean;
}

const FORMATS: Record<string, OutputFormat> = { '.png': 'png', '.jpg': 'jpeg', '.jpeg': 'jpeg', '.webp': 'webp' };

/** The service refuses what it does not know, and says what it does. */
function requestOf(prompt: string, options: GenerateOptions): GenerateRequest {
  const { style, size, model, quality, negative, seed, count, output } = options;
  const format = options.format ?? FORMATS[extname(output ?? '').toLowerCase()];
  const wanted = { style, size, model, quality, negative_prompt: negative, seed, output_format: format };
  return { prompt, count, ...JSON.parse(JSON.stringify(wanted)) } as GenerateRequest;
}

function reportProgress(): (state: Generation) => void {
  let last = '';
  return ({ queue }) => {
    if (queue === null) return;
    const { position, estimated_seconds: seconds } = queue;
    const line = position > 0 ? `In the queue at ${position}, about ${seconds} s to go …` : 'Generating …';
    if (position > 0 ? line !== last : !last.startsWith('Gen')) report(line);
    last = line;
  };
}

async function cancel(client: CommandContext['client'], id: string): Promise<ExitCode> {
  try {
    await client.cancelGeneration(id);
    report('Cancelled. Its credits have returned.');
  } catch (error) {
    const why = error instanceof LuminaError ? error : null;
    report(
      why?.code === 'GENERATION_NOT_CANCELLABLE'
        ? 'It has begun and cannot be cancelled: it keeps its price, and its images appear in "lumina images".'
        : `It could not be cancelled (${why?.message ?? String(error)}): its images may appear in "lumina images".`,
    );
  }
  return EXIT.interrupted;
}

function reportEnd({ error_message: why, generated_images: images, credits_used: used, count }: Generation): ExitCode {
  const made = images.filter(({ status }) => status === 'completed').length;
  if (made === count) {
    report(`Done: ${countOf(made, 'image')} for ${used} credits.`);
    return EXIT.done;
  }
  const reason = why ?? images.find(({ error_message: text }) => text !== null)?.error_message ?? 'It failed.';
  report(made === 0 ? reason : `${made} of ${count} images were made. ${reason}`);
  report(`Failed images cost nothing: their credits have returned. ${used} credits were used.`);
  return EXIT.failed;
}

function wantedImages({ generated_images: images }: Generation, paths: string[]): WantedImage[] {
  return images.flatMap(({ id, status }, index) => {
    const path = paths[index];
    return path === undefined || status !== 'completed' ? [] : [{ id, path }];
  });
}

async function generate(prompt: string, options: GenerateOptions, context: CommandContext): Promise<ExitCode> {
  const { client, interrupted: signal } = context;
  const { output, force, count, json } = options;
  const paths = output === undefined ? [] : await checkOutput({ output, force }, count);
  const { id } = await startOnce(() => client.startGeneration(requestOf(prompt, options), { signal }), {
    interrupted: signal,
    ifAccepted: 'its images appear in "lumina images": look there before you ask again',
  });
  let ended: Generation;
  try {
    const waiting = client.waitForGeneration(id, { signal, intervalMs: 1_000, onUpdate: reportProgress() });
    ended = await withNote(waiting, () => 'It was accepted and goes on: its images appear in "lumina images".');
  } catch (error) {
    if (signal.aborted) return cancel(client, id);
    throw error;
  }
  const { files, failures } = await saveImages(context, wantedImages(ended, paths), force);
  const exitCode = reportEnd(ended);
  const made = ended.generated_images.filter(({ status }) => status === 'completed').map((image) => image.id);
  if (json) printJson({ ...ended, files, missing: failures.map((failure) => failure.id) });
  else (output === undefined ? made : files).forEach(print);
  throwFirstFailure(failures);
  return exitCode;
}

export function addGenerate(program: Command): void {
  program
    .command('generate')
    .description('start a generation, wait for it, and save its images')
    .argument('<prompt>', 'what the image shows')
    .option('--style <style>', 'e.g. anime, photographic, pixel-art')
    .option('--size <ratio>', 'e.g. 1:1, 16:9, 2:3')
    .option('--model <id>', 'see "lumina models"')
    .option('--quality <quality>', 'standard or hd')
    .option('--negative <prompt>', 'what the image does not show')
    .option('--format <format>', 'png, jpeg or webp; else by the name of the file')
    .option('--seed <number>', 'the same seed and settings make the same image', wholeNumber)
    .option('--count <number>', 'how many images', countOption, 1)
    .option('-o, --output <file>', 'where to save; several images get -1, -2, …')
    .option('--force', 'overwrite files', false)
    .option('--json', 'print the generation as JSON')
    .action((prompt: string, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<GenerateOptions>();
      return runCommand(options, (context) => generate(prompt, options, context));
    });
}
