import { errorCode } from './error-code.js';

const ROOM = 'Free some space on the disk, or set DATA_DIR to a folder on another one.';
const REMEDIES: Record<string, string> = {
  ENOSPC: ROOM,
  EACCES: 'This user may not write there: change the owner of the files, or set DATA_DIR to a folder of your own.',
};

/** What to do about a file that cannot be written; undefined for other errors. */
export const fileRemedy = (error: unknown): string | undefined => REMEDIES[String(errorCode(error))];

/** The same for what a program wrote before it ended. */
export const outputRemedy = (output: string): string | undefined =>
  /no space left on device|check free disk space/i.test(output) ? ROOM : undefined;
