import { routes, type StatementFilter } from '@app/contracts';
import { saveFile } from './save-file';
import { download } from '../client/http';

/**
 * Saves the statement as CSV, in the language of the page.
 * @throws ApiFailure
 */
export async function downloadStatement(filter: StatementFilter): Promise<void> {
  const { blob, filename } = await download({ route: routes.quota.exportStatement, query: { ...filter } });
  saveFile(blob, filename ?? 'credit-statement.csv');
}
