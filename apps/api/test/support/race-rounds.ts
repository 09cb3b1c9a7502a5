/** Rounds of each race: a short draw, of which `npm run proof` plays a long one. */
export const RACE_ROUNDS = Number(process.env.RACE_ROUNDS ?? 10);
