import { randomInt } from 'node:crypto';

/** Rounds of each race: a short draw, of which `npm run proof` plays a long one. */
export const RACE_ROUNDS = Number(process.env.RACE_ROUNDS ?? 5);

/** Told with each failure; given as RACE_SEED, it makes the same rounds again. */
export const raceSeed = (): number => Number(process.env.RACE_SEED ?? randomInt(1, 2_000_000_000));
