/** Lists of a gallery whose pages are found by running numbers. */
export type GalleryList = 'images' | 'generations' | 'favorites';

/** Running numbers `seq` from 1 on are counted in blocks of two sizes: block `(seq - 1) >> bits`. */
export const GAP_LEVELS = { small: { level: 1, bits: 7 }, large: { level: 2, bits: 11 } } as const;

const LEVELS = Object.values(GAP_LEVELS)
  .map(({ level, bits }) => `(${level}, ${bits})`)
  .join(', ');

/**
 * An INSERT that counts running numbers which are not shown any more (`+`), or shown again (`-`). `gone`: a query of
 * `list` and `seq`; the owner is `$1`. The gallery must be locked.
 */
export const countGaps = (gone: string, sign: '+' | '-'): string => `
  insert into gallery_page_index (user_id, list, level, block, gaps)
  select $1::uuid, list, level, (seq - 1) >> bits, count(*)
    from (${gone}) gone, (values ${LEVELS}) as levels (level, bits) group by 2, 3, 4
  on conflict (user_id, list, level, block) do update set gaps = gallery_page_index.gaps ${sign} excluded.gaps`;
