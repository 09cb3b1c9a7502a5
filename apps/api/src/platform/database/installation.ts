import type { DataSource } from 'typeorm';
import { InstallationEntity } from './installation.entity.js';

export class ForeignInstallationError extends Error {
  constructor(known: string, own: string) {
    super(
      `The database belongs to the installation "${known}", and INSTALLATION_ID is "${own}": all processes of one installation need the same value`,
    );
  }
}

export async function claimInstallation(dataSource: DataSource, own: string): Promise<void> {
  const installations = dataSource.getRepository(InstallationEntity);
  await installations.createQueryBuilder().insert().values({ id: own }).orIgnore().execute();
  const { id } = await installations.findOneByOrFail({ isOnly: true });
  if (id !== own) throw new ForeignInstallationError(id, own);
}
