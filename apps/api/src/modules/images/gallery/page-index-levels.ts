// Blocks of 128 and of 2048 running numbers, as the database function `gallery_page_start` reads them.
export const PAGE_INDEX_LEVELS = '(values (1, 7), (2, 11)) as levels (level, bits)';
