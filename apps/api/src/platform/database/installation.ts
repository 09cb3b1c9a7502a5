import type { DataSource } from 'typeorm';
import { row } from './rows.js';

/** This process and the database belong to different installations: trying again changes nothing. */
export class ForeignInstallationError extends Error {
  constructor(known: string, own: string) {
    super(
      `The database belongs to the installation "${known}", and INSTALLATION_ID is "${own}": all processes of one installation need the same value`,
    );
  }
}

/** Stores the id of the installation at the first start, and throws for any other one afterwards. */
export async function claimInstallation(dataSource: DataSource, own: string): Promise<void> {
  await dataSource.query(`insert into installation (id) values ($1) on conflict do nothing`, [own]);
  const known = await row<{ id: string }>(dataSource, `select id from installation`);
  if (known && known.id !== own) throw new ForeignInstallationError(known.id, own);
}
