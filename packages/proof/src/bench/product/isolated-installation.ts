import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { dataDir } from '../../config.js';
import { migrate, type Services } from './services.js';

/** An installation with empty tables, an empty storage folder and its own names in Redis. */
export interface Installation {
  database: pg.Pool;
  appSecret: string;
  env: Record<string, string>;
}

export async function inIsolatedInstallation<T>(
  services: Services,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const name = `bench${randomBytes(4).toString('hex')}`;
  const storage = join(dataDir(), name);
  const url = new URL(services.databaseUrl);
  url.pathname = `/${name}`;
  const env = { ...services.env, DATABASE_URL: url.href, STORAGE_DIR: storage, INSTALLATION_ID: name };
  await services.database.query(`create database ${name}`);
  const database = new pg.Pool({ connectionString: url.href, max: 2 });
  // Connections may still be closing when the database is dropped.
  database.on('error', () => undefined);
  try {
    await migrate(env);
    return await work({ database, appSecret: services.appSecret, env });
  } finally {
    await database.end();
    await services.database.query(`drop database ${name} with (force)`);
    await rm(storage, { recursive: true, force: true });
  }
}
