import { subscriptionRoutes } from '@app/contracts';
import { saveFile } from './save-file';
import { download } from '../client/http';

/**
 * Saves an invoice as PDF.
 * @throws ApiFailure
 */
export async function downloadInvoice(id: string): Promise<void> {
  const { blob, filename } = await download({ route: subscriptionRoutes.downloadInvoice, params: { id } });
  saveFile(blob, filename ?? 'invoice.pdf');
}
