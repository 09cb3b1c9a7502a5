import { routes } from '@app/contracts';
import { analytics } from '../../shared/analytics/analytics';
import { saveFile } from './save-file';
import { download } from '../client/http';

/**
 * Saves the image that a link leads to, under the name that the server gives it. Nobody has to be signed in.
 * @throws ApiFailure
 */
export async function downloadSharedImage(token: string): Promise<void> {
  const { blob, filename } = await download({ route: routes.images.downloadShared, params: { token } });
  saveFile(blob, filename ?? `image.${blob.type.split('/')[1] ?? 'png'}`);
  analytics.event('download_image', { format: blob.type });
}
