export const PROMPT_MAX = 500;
export const NEGATIVE_PROMPT_MAX = 200;
export const SEED_MAX = 4_294_967_294;
export const MAX_IMAGES_PER_GENERATION = 8;

export const POLL_FIRST_MS = 10_000;
export const POLL_EVERY_MS = 10_000;
export const POLL_RECHECKS = 30;
/** After acceptance; then an image is delivered or its credits are returned. */
export const GENERATION_DEADLINE_SECONDS = 240;
export const TYPICAL_GENERATION_SECONDS = { from: 10, to: 30 } as const;
export const MEAN_GENERATION_SECONDS = (TYPICAL_GENERATION_SECONDS.from + TYPICAL_GENERATION_SECONDS.to) / 2;

export const GALLERY_PAGE_SIZE = 12;
export const USER_IMAGES_LIMIT = 12;
export const PROFILE_IMAGES_FETCHED = 6;
export const PROFILE_IMAGES_OVERVIEW = 4;
export const GALLERY_SKELETONS = 8;
/** Ancestors, and direct remixes, that a lineage shows at most. */
export const LINEAGE_MAX = 8;
export const SHARE_DAYS = 7;
export const UNDO_SECONDS = 10;
export const REMOVED_AT_ONCE = 100;
export const FAVORITES_AT_ONCE = 100;
export const EXPORTED_AT_ONCE = 500;
export const EXPORT_FORMATS = ['json', 'csv', 'zip'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const ARCHIVE_MAX_IMAGES = 5_000;
export const ARCHIVE_MAX_BYTES = 8 * 1024 ** 3;
export const EXPORT_TICKET_SECONDS = 60;
export const PROMPTS_PAGE_SIZE = 20;
export const THUMBNAIL_WIDTHS = [320, 640, 1024] as const;
export const SEARCH_MAX = 100;
export const IDEMPOTENCY_KEY_MAX = 255;
