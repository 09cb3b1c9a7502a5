import { homedir } from 'node:os';
import { join } from 'node:path';

const wholeNumber = (name: string): number | undefined => {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${name} must be a whole number, not ${text}`);
  return Number(text);
};

/** Undefined: the suite's own default. */
export const settings = {
  seed: wholeNumber('PROOF_SEED'),
  crashes: wholeNumber('PROOF_CRASHES'),
  minutes: wholeNumber('PROOF_MINUTES'),
  kills: wholeNumber('PROOF_KILLS'),
  databaseCrashes: wholeNumber('PROOF_DATABASE_CRASHES'),
  mutants: wholeNumber('PROOF_MUTANTS'),
  flushes: wholeNumber('PROOF_FLUSHES'),
  isRecorded: process.env['PROOF_RECORD'] === '1',
};

/** Where the data of the benchmarks lies between two runs. */
export const dataDir = (): string =>
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'image-studio', 'bench');

export const childEnvironment: Record<string, string> = Object.fromEntries(
  ['PATH', 'HOME', 'TMPDIR', 'LANG', 'XDG_CACHE_HOME'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
