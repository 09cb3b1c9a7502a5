import { expect, test } from '@jest/globals';
import { DataSource } from 'typeorm';
import { testConfig } from '../../../test/support/config.js';
import { useDatabase } from '../../../test/support/database/database.js';
import { createHttpApp } from '../../http-app.js';
import { connectNowOrLater } from './connect.js';
import { dataSourceOptions } from './data-source.js';
import { InstallationEntity } from './installation.entity.js';

const db = useDatabase(5);
const configOf = (id: string) => testConfig({ DATABASE_URL: db.url, INSTALLATION_ID: id });
const quiet = { log: () => undefined, error: () => undefined };

test('the first start stores the id, and a process with another id refuses to start', async () => {
  await (await createHttpApp(configOf('first'))).close();
  await (await createHttpApp(configOf('first'))).close();
  const dataSource = new DataSource(
    dataSourceOptions(configOf('other'), { entities: [InstallationEntity], migrations: [] }),
  );
  await expect(connectNowOrLater(dataSource, 'other', quiet)).rejects.toThrow(
    'The database belongs to the installation "first", and INSTALLATION_ID is "other"',
  );
  expect(dataSource.isInitialized).toBe(false);
});
