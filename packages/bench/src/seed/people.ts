import { createHash } from 'node:crypto';

/** Somebody whose shelf is prepared. */
export interface Shelf {
  userId: string;
  pictures: number;
}

const idOf = (name: string): string => {
  const hex = createHash('sha256').update(`bench ${name}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
};

const shelves = (name: string, people: number, pictures: number): Shelf[] =>
  Array.from({ length: people }, (_, index) => ({ userId: idOf(`${name} ${index}`), pictures }));

const only = (found: Shelf[]): Shelf => {
  const [first] = found;
  if (!first) throw new Error('There is nobody');
  return first;
};

/** Has 100,000 pictures and never removed one. */
export const COLLECTOR = only(shelves('collector', 1, 100_000));
/** Has 100,000 pictures and then removes a thousand here and there. */
export const TIDY_COLLECTOR = only(shelves('tidy collector', 1, 100_000));
/** Has 20,000 pictures. */
export const KEEN = shelves('keen', 5, 20_000);
export const REGULARS = shelves('regular', 50, 2_000);
export const VISITORS = shelves('visitor', 6_000, 100);

/** One million pictures, of few people who have many and many who have few. */
export const EVERYBODY: Shelf[] = [COLLECTOR, TIDY_COLLECTOR, ...KEEN, ...REGULARS, ...VISITORS];
export const ALL_PICTURES = EVERYBODY.reduce((sum, { pictures }) => sum + pictures, 0);
export const REMOVED_PICTURES = 1_000;
