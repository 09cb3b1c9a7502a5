import { ApiFailure, clientError } from '../../../api/client/api-error';
import { downloadArchive, requestArchive, type Archive } from '../../../api/downloads/download-archive';
import { handOver } from '../../../api/downloads/hand-over';
import { analytics } from '../../../shared/analytics/analytics';
import { pause } from '../../../shared/time/pause';
import { saveFile } from '../../../api/downloads/save-file';
import { archiveJob, isCancellable, isUnderWay, setArchiveJob, type ArchiveJob, type Wanted } from './archive-store';

/**
 * More images than these are left to the browser's own downloads: they go on while a phone sleeps or somebody leaves the
 * page, and write to the disk what would fill a page's memory. We know less about them, though.
 */
export const PACKED_HERE = 100;
/** How often a person's other export is asked for, and how long: a ticket is good for a minute. */
const ASK_AGAIN_MS = 2_000;
const PATIENCE_MS = 50_000;

let stop: AbortController | null = null;

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

function tell(next: ArchiveJob | null): void {
  setArchiveJob(next);
  // Closing the page would cancel the archive.
  if (isUnderWay(next)) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}

const isBusy = (error: unknown): boolean => error instanceof ApiFailure && error.error.code === 'EXPORT_RUNNING';

/** Waits its turn: what runs already may be another tab's, or one of ours that was cancelled a moment ago. */
async function inTurn(wanted: Wanted, signal: AbortSignal, url: string): Promise<Archive> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await downloadArchive(url, {
        signal,
        onProgress: (progress) => {
          if (!signal.aborted) tell({ ...wanted, step: 'packing', ...progress });
        },
      });
    } catch (error) {
      if (!isBusy(error) || signal.aborted || Date.now() > until) throw error;
      tell({ ...wanted, step: 'waiting' });
      await pause(ASK_AGAIN_MS);
    }
  }
}

async function leaveToBrowser(wanted: Wanted, url: string): Promise<ArchiveJob> {
  // From here on only the browser can end it.
  tell({ ...wanted, step: 'handing' });
  await handOver(url);
  analytics.event('download_image', { format: 'application/zip' });
  return { ...wanted, step: 'handed' };
}

async function pack(wanted: Wanted, signal: AbortSignal, url: string): Promise<ArchiveJob> {
  const { blob, filename, images, bytes } = await inTurn(wanted, signal, url);
  if (!signal.aborted) {
    saveFile(blob, filename ?? 'images.zip');
    analytics.event('download_image', { format: blob.type });
  }
  return { ...wanted, step: 'saved', images, bytes };
}

/** Makes a ZIP of these delivered images and saves it. Does nothing while one is being made. */
export async function startArchive(wanted: Wanted): Promise<void> {
  if (isUnderWay(archiveJob())) return;
  stop = new AbortController();
  const { signal } = stop;
  tell({ ...wanted, step: 'packing', images: 0, bytes: 0 });
  try {
    const url = await requestArchive(wanted.ids, signal);
    if (signal.aborted) return;
    const outcome = await (wanted.ids.length > PACKED_HERE ? leaveToBrowser(wanted, url) : pack(wanted, signal, url));
    if (!signal.aborted) tell(outcome);
  } catch (error) {
    if (signal.aborted) return;
    tell({ ...wanted, step: 'failed', error: error instanceof ApiFailure ? error.error : clientError('UNKNOWN') });
  }
}

/** Ends it: nothing is saved. */
export function cancelArchive(): void {
  const job = archiveJob();
  if (!job || !isCancellable(job)) return;
  stop?.abort();
  tell({ owner: job.owner, ids: job.ids, step: 'cancelled' });
}

/** Takes what came of it out of sight. */
export function closeArchive(): void {
  if (!isUnderWay(archiveJob())) tell(null);
}
