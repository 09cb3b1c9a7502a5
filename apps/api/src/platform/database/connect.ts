import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { sqlState } from './transaction.js';

const RETRY_MS = 1_000;

interface Log {
  log(message: string): void;
  error(message: string): void;
}

const reason = (error: unknown): string => sqlState(error) ?? (error instanceof Error ? error.message : String(error));

async function tryToConnect(dataSource: DataSource, log: Log): Promise<boolean> {
  try {
    await dataSource.initialize();
    return true;
  } catch (error) {
    log.error(`The database does not answer (${reason(error)}); trying again every second`);
    return false;
  }
}

async function keepTrying(dataSource: DataSource, log: Log): Promise<void> {
  do await sleep(RETRY_MS, undefined, { ref: false });
  while (!(await tryToConnect(dataSource, log)));
  log.log('Connected to the database');
}

/**
 * Connects; if the database is away, keeps trying in the background, so that the process answers 503 and tells its
 * health instead of ending again and again.
 */
export async function connectNowOrLater(dataSource: DataSource, log: Log): Promise<DataSource> {
  if (!(await tryToConnect(dataSource, log))) void keepTrying(dataSource, log);
  return dataSource;
}
