import { routes } from '@app/contracts';
import { analytics } from '../shared/analytics/analytics';
import { saveFile } from '../shared/save-file';
import { download } from './http';

/**
 * Saves a picture under the name that the server gives it.
 * @throws ApiFailure
 */
export async function downloadPicture(id: string): Promise<void> {
  const { blob, filename } = await download({ route: routes.images.download, params: { id } });
  saveFile(blob, filename ?? `${id}.${blob.type.split('/')[1] ?? 'png'}`);
  analytics.event('download_image', { format: blob.type });
}
