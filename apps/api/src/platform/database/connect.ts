import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { sqlState } from './transaction.js';

const RETRY_MS = 1_000;
/** Tries between two complaints. */
const SAY_EVERY = 30;

interface Log {
  log(message: string): void;
  error(message: string): void;
}

const reason = (error: unknown): string => sqlState(error) ?? (error instanceof Error ? error.message : String(error));

/** Null when connected, else why not. */
async function connectionFault(dataSource: DataSource): Promise<string | null> {
  try {
    await dataSource.initialize();
    return null;
  } catch (error) {
    return reason(error);
  }
}

async function keepTrying(dataSource: DataSource, log: Log, fault: string): Promise<void> {
  let current: string | null = fault;
  for (let tries = 0; current !== null; tries += 1) {
    if (tries % SAY_EVERY === 0) log.error(`The database does not answer (${current}); trying again every second`);
    await sleep(RETRY_MS, undefined, { ref: false });
    current = await connectionFault(dataSource);
  }
  log.log('Connected to the database');
}

/**
 * Connects; if the database is away, keeps trying in the background, so that the process answers 503 and tells its
 * health instead of ending again and again.
 */
export async function connectNowOrLater(dataSource: DataSource, log: Log): Promise<DataSource> {
  const fault = await connectionFault(dataSource);
  if (fault !== null) void keepTrying(dataSource, log, fault);
  return dataSource;
}
