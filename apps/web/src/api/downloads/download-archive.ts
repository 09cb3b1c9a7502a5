import { routes, type Answer } from '@app/contracts';
import { ApiFailure, clientError } from '../client/api-error';
import { nameOfFile, send } from '../client/http';
import { readFailure } from '../client/read-failure';
import { readAccessToken, readRefreshToken } from '../auth/tokens';
import { transmit } from '../client/transport';
import { entryCounter } from './zip-entries';

/** So much is gathered before it is handed to the browser, which keeps it outside of the page's memory. */
const PIECE_BYTES = 16 * 1024 * 1024;

export interface ArchiveProgress {
  /** Images that have arrived whole. */
  images: number;
  bytes: number;
}

export interface Archive extends ArchiveProgress {
  blob: Blob;
  filename: string | null;
}

/**
 * The address of an archive with the originals of these images; it can be used once and soon.
 * @throws ApiFailure
 */
export async function requestArchive(ids: readonly string[], signal: AbortSignal): Promise<string> {
  const response = await send({ route: routes.images.createExport, body: { format: 'zip', image_ids: ids }, signal });
  if (!response.ok) throw new ApiFailure(await readFailure(response));
  const { data } = (await response.json()) as { data: Answer<'images.createExport'> };
  return data.url;
}

const ticketOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

/**
 * Whether the ticket of an address was spent, which is when its archive begins to arrive somewhere.
 * @throws ApiFailure
 */
export async function isArchiveBegun(url: string): Promise<boolean> {
  const params = { ticket: ticketOf(url) };
  const { status } = await transmit({ route: routes.images.openExport, params, headersOnly: true }, null);
  return status === 410;
}

/** Somebody who has signed out wants nothing to arrive any more. */
const isSignedOut = (): boolean => readAccessToken() === null && readRefreshToken() === null;

/**
 * The archive itself, telling of its progress. Its length is known to nobody before it has been made.
 * @throws ApiFailure, also when it breaks off or `signal` ends it
 */
export async function downloadArchive(
  url: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ArchiveProgress) => void },
): Promise<Archive> {
  const response = await transmit({ route: routes.images.openExport, params: { ticket: ticketOf(url) }, signal }, null);
  if (!response.ok || !response.body) throw new ApiFailure(await readFailure(response));
  const reader = response.body.getReader();
  const countEntries = entryCounter();
  const gathered: Blob[] = [];
  let piece: BlobPart[] = [];
  let pieceBytes = 0;
  let begun = 0;
  const progress = { images: 0, bytes: 0 };
  onProgress({ ...progress });
  const gather = () => {
    gathered.push(new Blob(piece));
    piece = [];
    pieceBytes = 0;
  };
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const { value } = part;
      if (isSignedOut()) throw new Error('the person has signed out');
      piece.push(value);
      pieceBytes += value.byteLength;
      progress.bytes += value.byteLength;
      begun = countEntries(value);
      // The last one that has begun may still be on its way.
      progress.images = Math.max(begun - 1, 0);
      onProgress({ ...progress });
      if (pieceBytes >= PIECE_BYTES) gather();
    }
  } catch {
    await reader.cancel().catch(() => undefined);
    throw new ApiFailure(clientError('NETWORK'));
  }
  gather();
  const blob = new Blob(gathered, { type: 'application/zip' });
  return { images: begun, bytes: progress.bytes, blob, filename: nameOfFile(response) };
}
