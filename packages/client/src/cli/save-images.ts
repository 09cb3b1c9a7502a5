import type { CallOptions, LuminaClient } from '../client.js';
import { CliError, EXIT, withNote } from './failure.js';
import { saveFile } from './output-file.js';
import type { CommandContext } from './run-command.js';
import { oneLine, report } from './terminal.js';

export interface WantedImage {
  id: string;
  path: string;
}

export interface SavedImages {
  files: string[];
  failures: { id: string; error: unknown }[];
}

const readImage = async (client: LuminaClient, id: string, options: CallOptions): Promise<Uint8Array> =>
  (await client.downloadImage(id, options)).bytes();

/**
 * What was paid for is saved as far as it can be: one image that fails does not end it. Ctrl-C does, unless it was pressed
 * before: what a stopped batch has made is saved.
 */
export async function saveImages(
  { client, interrupted }: CommandContext,
  wanted: WantedImage[],
  force: boolean,
): Promise<SavedImages> {
  const options = interrupted.aborted ? {} : { signal: interrupted };
  const files: string[] = [];
  const failures: SavedImages['failures'] = [];
  for (const { id, path } of wanted) {
    const remedy = `The image is kept: lumina download ${id} -o <file>`;
    try {
      const bytes = await withNote(readImage(client, id, options), () => remedy);
      await saveFile(path, bytes, { force, remedy });
      files.push(path);
    } catch (error) {
      const isStopped = interrupted.aborted && error === interrupted.reason;
      failures.push({ id, error: isStopped ? new CliError('Stopped.', remedy, EXIT.interrupted) : error });
    }
  }
  return { files, failures };
}

/** To be called once the results are printed: the first failure is that of the command. */
export function throwFirstFailure(failures: SavedImages['failures']): void {
  for (const { id, error } of failures) {
    report(`Image ${id} was not saved: ${oneLine(error instanceof Error ? error.message : String(error), 200)}`);
  }
  if (failures[0]) throw failures[0].error;
}
