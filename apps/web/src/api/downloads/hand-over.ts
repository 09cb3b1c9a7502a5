import { pause } from '../../shared/time/pause';
import { saveAddress } from './save-file';
import { ApiFailure, clientError } from '../client/api-error';
import { isArchiveBegun } from './download-archive';

/** The browser begins its download within these seconds, or it was refused. */
const BEGIN_MS = 10_000;
const LOOK_MS = 1_000;

/**
 * Lets the browser download an export, which goes on when the page is left, and waits until it has begun: what the browser
 * is answered, as that another export runs, is not told to the page.
 * @throws ApiFailure DOWNLOAD_NOT_BEGUN when it does not begin
 */
export async function handOver(url: string): Promise<void> {
  saveAddress(url);
  for (const until = Date.now() + BEGIN_MS; Date.now() < until;) {
    await pause(LOOK_MS);
    if (await isArchiveBegun(url)) return;
  }
  throw new ApiFailure(clientError('DOWNLOAD_NOT_BEGUN'));
}
