import { routes, type OutputFormat } from '@app/contracts';
import { analytics } from '../../shared/analytics/analytics';
import { saveFile } from './save-file';
import { download } from '../client/http';

/**
 * Saves an image under the name that the server gives it; as it is stored, or converted to `format`.
 * @throws ApiFailure
 */
export async function downloadImage(id: string, format?: OutputFormat): Promise<void> {
  const { blob, filename } = await download({ route: routes.images.download, params: { id }, query: { format } });
  saveFile(blob, filename ?? `${id}.${blob.type.split('/')[1] ?? 'png'}`);
  analytics.event('download_image', { format: blob.type });
}
