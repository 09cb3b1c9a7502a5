import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { claimInstallation, ForeignInstallationError } from './installation.js';
import { sqlState } from './transaction.js';
import { inBackground } from '../process/in-background.js';

const RETRY_MS = 1_000;
const SAY_EVERY = 30;
const NO_ANSWER = 'The database does not answer';

interface Log {
  log(message: string): void;
  error(message: string): void;
}

export const reasonOf = (error: unknown): string =>
  sqlState(error) ?? (error instanceof Error ? error.message : String(error));

async function connectionFault(dataSource: DataSource, installationId: string): Promise<string | null> {
  try {
    if (!dataSource.isInitialized) await dataSource.initialize();
    await claimInstallation(dataSource, installationId);
    return null;
  } catch (error) {
    if (error instanceof ForeignInstallationError) {
      await dataSource.destroy();
      throw error;
    }
    return reasonOf(error);
  }
}

async function keepTrying(dataSource: DataSource, installationId: string, log: Log): Promise<void> {
  let current: string | null = 'not connected';
  for (let tries = 0; current !== null; tries += 1) {
    await sleep(RETRY_MS, undefined, { ref: false });
    current = await connectionFault(dataSource, installationId);
    if (current !== null && tries % SAY_EVERY === 0) log.error(`${NO_ANSWER} (${current})`);
  }
  log.log('Connected to the database');
}

/** Keeps trying in the background while the database is away. A database of another installation ends the process. */
export async function connectNowOrLater(dataSource: DataSource, installationId: string, log: Log): Promise<DataSource> {
  const fault = await connectionFault(dataSource, installationId);
  if (fault === null) return dataSource;
  log.error(`${NO_ANSWER} (${fault}); trying again every second`);
  // For a database of another installation this is an unhandled rejection, which ends the process.
  inBackground(keepTrying(dataSource, installationId, log));
  return dataSource;
}
