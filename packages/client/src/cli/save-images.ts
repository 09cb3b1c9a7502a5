import type { LuminaClient } from '../client.js';
import { withNote } from './failure.js';
import { saveFile } from './output-file.js';
import { oneLine, report } from './terminal.js';

export interface WantedImage {
  id: string;
  path: string;
}

export interface SavedImages {
  files: string[];
  failures: { id: string; error: unknown }[];
}

const readImage = async (client: LuminaClient, id: string): Promise<Uint8Array> =>
  (await client.downloadImage(id)).bytes();

/** What was paid for is saved as far as it can be: one image that fails does not end it. */
export async function saveImages(client: LuminaClient, wanted: WantedImage[], force: boolean): Promise<SavedImages> {
  const files: string[] = [];
  const failures: SavedImages['failures'] = [];
  for (const { id, path } of wanted) {
    const remedy = `The image is kept: lumina download ${id} -o <file>`;
    try {
      const bytes = await withNote(readImage(client, id), () => remedy);
      await saveFile(path, bytes, { force, remedy });
      files.push(path);
    } catch (error) {
      failures.push({ id, error });
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
