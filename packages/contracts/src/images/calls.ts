import * as z from 'zod';
import { defineCall, idParams, nothing, timestamp } from '../core/call.js';
import { DEFAULT_LOCALE, LOCALES } from '../core/locales.js';
import { paged, pageQuery } from '../core/paging.js';
import {
  EXPORT_FORMATS,
  EXPORTED_AT_ONCE,
  IDEMPOTENCY_KEY_MAX,
  MAX_IMAGES_PER_GENERATION,
  PROMPTS_PAGE_SIZE,
  FAVORITES_AT_ONCE,
  REMOVED_AT_ONCE,
  SEED_MAX,
} from './limits.js';
import { favoritesQuery, galleryQuery, generationsQuery } from './list-queries.js';
import { DEFAULT_MODEL } from './models.js';
import {
  DEFAULT_OUTPUT_FORMAT,
  DEFAULT_QUALITY,
  DEFAULT_SIZE,
  DEFAULT_STYLE,
  OUTPUT_FORMATS,
  QUALITIES,
  SIZES,
  STYLE_GROUP_IDS,
  STYLES,
} from './options.js';
import { imageRoutes } from './routes.js';
import {
  exportPartSchema,
  galleryItemSchema,
  generationSchema,
  imageStatsSchema,
  lineageSchema,
  modelOfferSchema,
  promptUseSchema,
  sharedImageSchema,
} from './schemas.js';

// Bounds the request only; longer prompts have an error code of their own.
const text = z.string().max(100_000);

export const generateBody = z.strictObject({
  prompt: text.default(''),
  negative_prompt: text.nullish(),
  model: z.string().min(1).max(100).default(DEFAULT_MODEL),
  style: z.enum(STYLES).default(DEFAULT_STYLE),
  size: z.enum(SIZES).default(DEFAULT_SIZE),
  quality: z.enum(QUALITIES).default(DEFAULT_QUALITY),
  output_format: z.enum(OUTPUT_FORMATS).default(DEFAULT_OUTPUT_FORMAT),
  seed: z.int().min(0).max(SEED_MAX).nullish(),
  count: z.int().min(1).max(MAX_IMAGES_PER_GENERATION).default(1),
  parent_id: z.uuid().nullish(),
});

export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
    .max(IDEMPOTENCY_KEY_MAX)
    .optional(),
});

export const IMAGE_MEDIA = ['image/png', 'image/jpeg', 'image/webp'];
const EXPORT_MEDIA = ['application/json', 'text/csv', 'application/zip'];

const secretInPath = z.string().min(1).max(200);

const favoriteAnswer = z.strictObject({ is_favorited: z.boolean() });
/** In the list of favorites; a later favorite has a higher one. No place is given twice. */
const favoritePlace = z.int().min(1);
export const downloadQuery = z.strictObject({ format: z.enum(OUTPUT_FORMATS).optional() });
export const removed = z.strictObject({ deleted: z.array(z.uuid()), restore_until: timestamp });

const selectedIds = z.array(z.uuid()).max(REMOVED_AT_ONCE);
const selection = z
  .strictObject({ generation_ids: selectedIds.optional(), image_ids: selectedIds.optional() })
  .refine(({ generation_ids = [], image_ids = [] }) => generation_ids.length + image_ids.length > 0, {
    message: 'must name at least one image or generation',
  });

export const imageCalls = {
  generate: defineCall(imageRoutes.generate, {
    body: generateBody,
    headers: idempotencyHeaders,
    answer: generationSchema,
  }),
  listGenerations: defineCall(imageRoutes.listGenerations, {
    query: generationsQuery,
    answer: paged(generationSchema),
  }),
  /**
   * Limited to `ARCHIVE_MAX_IMAGES`; `manifest.json` lists what is missing, `not-delivered.json` what was not made, `account.json`
   * and `statement.csv` tell of the account. One export per user at a time.
   */
  exportGenerations: defineCall(
    imageRoutes.exportGenerations,
    {
      query: z.strictObject({ format: z.enum(EXPORT_FORMATS).default('json') }),
      answer: z.never(),
    },
    { media: EXPORT_MEDIA },
  ),
  /**
   * `before`: images below this number. `parts`: where everything takes more than one archive, each with its `before`; the
   * last one has `not-delivered.json`.
   */
  createExport: defineCall(imageRoutes.createExport, {
    body: z.strictObject({
      format: z.enum(EXPORT_FORMATS).default('json'),
      image_ids: z.array(z.uuid()).min(1).max(EXPORTED_AT_ONCE).optional(),
      before: z.int().min(1).optional(),
    }),
    answer: z.strictObject({ url: z.string(), expires_at: timestamp, parts: z.array(exportPartSchema).optional() }),
  }),
  /** The ticket is used up when the file begins, not by `EXPORT_RUNNING`. */
  openExport: defineCall(
    imageRoutes.openExport,
    {
      params: z.strictObject({ ticket: secretInPath }),
      answer: z.never(),
    },
    { media: EXPORT_MEDIA },
  ),
  showGeneration: defineCall(imageRoutes.showGeneration, { params: idParams, answer: generationSchema }),
  deleteGeneration: defineCall(imageRoutes.deleteGeneration, { params: idParams, answer: removed }),
  cancel: defineCall(imageRoutes.cancel, { params: idParams, answer: generationSchema }),
  /** All or nothing. Ids deleted before are ignored. */
  batchDelete: defineCall(imageRoutes.batchDelete, { body: selection, answer: removed }),
  /** All or nothing. A generation returns with the images deleted together with it, not those deleted before. */
  restore: defineCall(imageRoutes.restore, {
    body: selection,
    answer: z.strictObject({ restored: z.array(z.uuid()) }),
  }),
  list: defineCall(imageRoutes.list, { query: galleryQuery, answer: paged(galleryItemSchema) }),
  styles: defineCall(imageRoutes.styles, {
    answer: z.array(z.strictObject({ id: z.enum(STYLES), group: z.enum(STYLE_GROUP_IDS) })),
  }),
  sizes: defineCall(imageRoutes.sizes, {
    answer: z.array(z.strictObject({ id: z.enum(SIZES), width: z.int(), height: z.int() })),
  }),
  models: defineCall(imageRoutes.models, { answer: z.array(modelOfferSchema) }),
  stats: defineCall(imageRoutes.stats, { answer: imageStatsSchema }),
  favorites: defineCall(imageRoutes.favorites, { query: favoritesQuery, answer: paged(galleryItemSchema) }),
  /**
   * All or nothing, but for deleted ones. The first named comes first in the list, except for those that are to have a place
   * back: `places` are in the order of `image_ids`, as they were answered when those were removed.
   */
  setFavorites: defineCall(imageRoutes.setFavorites, {
    body: z.strictObject({
      image_ids: z.array(z.uuid()).min(1).max(FAVORITES_AT_ONCE),
      is_favorited: z.boolean(),
      places: z.array(favoritePlace.nullable()).max(FAVORITES_AT_ONCE).optional(),
    }),
    answer: z.strictObject({
      /** The others were as wanted before. */
      changed: z.array(z.uuid()),
      /** Deleted before. */
      missing: z.array(z.uuid()),
      /** That those in `changed` had; empty where they were added. */
      places: z.array(favoritePlace),
    }),
  }),
  events: defineCall(imageRoutes.events, { answer: z.never() }),
  prompts: defineCall(imageRoutes.prompts, {
    query: z.strictObject(pageQuery(PROMPTS_PAGE_SIZE)),
    answer: paged(promptUseSchema),
  }),
  /** `NOT_FOUND` for every invalid token; `SHARE_EXPIRED` after the link's time. */
  shared: defineCall(imageRoutes.shared, {
    params: z.strictObject({ token: secretInPath }),
    answer: sharedImageSchema,
  }),
  downloadShared: defineCall(
    imageRoutes.downloadShared,
    {
      params: z.strictObject({ token: secretInPath }),
      answer: z.never(),
    },
    { media: IMAGE_MEDIA },
  ),
  /** The tags by which other sites preview a link, for the head of its page. Refuses as `shared` does. */
  sharedTags: defineCall(imageRoutes.sharedTags, {
    params: z.strictObject({ token: secretInPath }),
    query: z.strictObject({ locale: z.enum(LOCALES).default(DEFAULT_LOCALE) }),
    answer: z.never(),
  }),
  show: defineCall(imageRoutes.show, { params: idParams, answer: galleryItemSchema }),
  lineage: defineCall(imageRoutes.lineage, { params: idParams, answer: lineageSchema }),
  delete: defineCall(imageRoutes.delete, { params: idParams, answer: removed }),
  download: defineCall(
    imageRoutes.download,
    {
      params: idParams,
      query: downloadQuery,
      answer: z.never(),
    },
    { media: IMAGE_MEDIA },
  ),
  favorite: defineCall(imageRoutes.favorite, { params: idParams, answer: favoriteAnswer }),
  /** `place`: that it had; null where it was no favorite. */
  unfavorite: defineCall(imageRoutes.unfavorite, {
    params: idParams,
    answer: favoriteAnswer.extend({ place: favoritePlace.nullable() }),
  }),
  toggleFavorite: defineCall(imageRoutes.toggleFavorite, { params: idParams, answer: favoriteAnswer }),
  /** Seven days; sharing again extends the same link. */
  share: defineCall(imageRoutes.share, {
    params: idParams,
    answer: z.strictObject({ token: z.string(), url: z.string(), expires_at: timestamp }),
  }),
  unshare: defineCall(imageRoutes.unshare, { params: idParams, answer: nothing }),
};
