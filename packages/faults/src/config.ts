const wholeNumber = (name: string): number | undefined => {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${name} must be a whole number, not ${text}`);
  return Number(text);
};

/** What a run can be told. Undefined: what the suite does by itself. */
export const settings = {
  seed: wholeNumber('FAULTS_SEED'),
  /** Of the soft lane. */
  crashes: wholeNumber('FAULTS_CRASHES'),
  minutes: wholeNumber('FAULTS_MINUTES'),
  /** Of the hard lane. */
  kills: wholeNumber('FAULTS_KILLS'),
  databaseCrashes: wholeNumber('FAULTS_DATABASE_CRASHES'),
  flushes: wholeNumber('FAULTS_FLUSHES'),
  /** Whether what a long run saw is written to docs/reliability.md. */
  isRecorded: process.env['FAULTS_RECORD'] === '1',
};

const { PATH, HOME } = process.env;
/** What other programs need that are started by a run. */
export const surroundings = { PATH, HOME };
