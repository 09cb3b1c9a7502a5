import { createHash } from 'node:crypto';

export interface Gallery {
  userId: string;
  images: number;
}

const idOf = (name: string): string => {
  const hex = createHash('sha256').update(`bench ${name}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
};

const galleries = (name: string, users: number, images: number): Gallery[] =>
  Array.from({ length: users }, (_, index) => ({ userId: idOf(`${name} ${index}`), images }));

const only = (found: Gallery[]): Gallery => {
  const [first] = found;
  if (!first) throw new Error('there is no gallery');
  return first;
};

export const COLLECTOR = only(galleries('collector', 1, 100_000));
/** Deletes a thousand images before the benchmark of pages. */
export const DELETING_COLLECTOR = only(galleries('tidy collector', 1, 100_000));
const KEEN = galleries('keen', 5, 20_000);
const REGULARS = galleries('regular', 50, 2_000);
export const VISITORS = galleries('visitor', 6_000, 100);

/** One million images: few users have many, many users have few. */
export const ALL_GALLERIES: Gallery[] = [COLLECTOR, DELETING_COLLECTOR, ...KEEN, ...REGULARS, ...VISITORS];
export const ALL_IMAGES = ALL_GALLERIES.reduce((sum, { images }) => sum + images, 0);
export const DELETED_IMAGES = 1_000;
