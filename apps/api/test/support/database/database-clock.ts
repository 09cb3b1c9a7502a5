import { afterAll, beforeAll } from '@jest/globals';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { rows } from '../../../src/platform/database/rows.js';
import { testConfig } from '../config.js';
import { importedEntities, type TestDatabase } from './database.js';

export interface DatabaseClock {
  /** Connections for which `now()` is what `set` said, in a session time zone far from UTC. */
  dataSource: DataSource;
  set(time: string): Promise<void>;
}

/**
 * Lets a test choose the database's time: a schema with its own `now()` is found before the built-in one. Defaults of
 * columns keep the real time.
 */
export function useDatabaseClock(db: TestDatabase): DatabaseClock {
  const url = new URL(db.url);
  url.searchParams.set('options', '-c search_path=clock,public,pg_catalog -c timezone=Asia/Shanghai');
  const dataSource = new DataSource(
    dataSourceOptions(testConfig({ DATABASE_URL: url.href, DATABASE_POOL: '4' }), {
      entities: importedEntities(),
      migrations: [],
    }),
  );
  beforeAll(async () => {
    await rows(db.dataSource, `create schema clock`);
    await rows(db.dataSource, `create table clock.time (t timestamptz not null)`);
    await rows(
      db.dataSource,
      `create function clock.now() returns timestamptz language sql stable as 'select t from clock.time'`,
    );
    await dataSource.initialize();
  });
  afterAll(() => dataSource.destroy());
  return {
    dataSource,
    set: async (time) => {
      await rows(db.dataSource, `with gone as (delete from clock.time) insert into clock.time values ($1)`, [time]);
    },
  };
}
