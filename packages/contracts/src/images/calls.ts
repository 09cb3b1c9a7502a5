import * as z from 'zod';
import { defineCall, idParams, nothing, timestamp } from '../core/call.js';
import { paged, pageQuery } from '../core/paging.js';
import {
  EXPORT_FORMATS,
  EXPORTED_AT_ONCE,
  IDEMPOTENCY_KEY_MAX,
  MAX_IMAGES_PER_GENERATION,
  PROMPTS_PAGE_SIZE,
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
  galleryItemSchema,
  generationSchema,
  imageStatsSchema,
  modelOfferSchema,
  promptUseSchema,
  sharedImageSchema,
} from './schemas.js';

// Bounds of the wire only: what is too long for a prompt has its own code, decided after the shape.
const text = z.string().max(100_000);

const generateBody = z.strictObject({
  prompt: text.default(''),
  negative_prompt: text.nullish(),
  model: z.string().min(1).max(100).default(DEFAULT_MODEL),
  style: z.enum(STYLES).default(DEFAULT_STYLE),
  size: z.enum(SIZES).default(DEFAULT_SIZE),
  quality: z.enum(QUALITIES).default(DEFAULT_QUALITY),
  output_format: z.enum(OUTPUT_FORMATS).default(DEFAULT_OUTPUT_FORMAT),
  seed: z.int().min(0).max(SEED_MAX).nullish(),
  count: z.int().min(1).max(MAX_IMAGES_PER_GENERATION).default(1),
  /** The generation or picture that this is made from: "same again" and remix. `NOT_FOUND` when it is not there. */
  parent_id: z.uuid().nullish(),
});

const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
    .max(IDEMPOTENCY_KEY_MAX)
    .optional(),
});

/** A secret that we made and that stands for a permission. */
const secretInPath = z.string().min(1).max(200);

const favoriteAnswer = z.strictObject({ is_favorited: z.boolean() });
/** `deleted`: ids of the pictures that this call removed; until `restore_until` they can be restored. */
const removed = z.strictObject({ deleted: z.array(z.uuid()), restore_until: timestamp });

const selectedIds = z.array(z.uuid()).max(REMOVED_AT_ONCE);
/** Pictures one by one, and generations with all their pictures. */
const selection = z
  .strictObject({ generation_ids: selectedIds.optional(), image_ids: selectedIds.optional() })
  .refine(({ generation_ids = [], image_ids = [] }) => generation_ids.length + image_ids.length > 0, {
    message: 'must name at least one picture or generation',
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
   * Everything of the person that was not removed, newest first, as one file: `json` and `csv` tell of every picture, `zip`
   * holds the originals of the delivered ones and a `manifest.json`. The archive is capped; what was left out, and why, the
   * manifest says. One at a time a person: `EXPORT_RUNNING` tells by Retry-After when to ask again. An answer that breaks
   * off is not whole.
   */
  exportGenerations: defineCall(imageRoutes.exportGenerations, {
    query: z.strictObject({ format: z.enum(EXPORT_FORMATS).default('json') }),
    answer: z.never(),
  }),
  /**
   * An address that gives the same file without a token, once and within a minute, for links. With `image_ids` only of these
   * pictures: `NOT_FOUND` when one is unknown or somebody else's; a removed one is left out.
   */
  createExport: defineCall(imageRoutes.createExport, {
    body: z.strictObject({
      format: z.enum(EXPORT_FORMATS).default('json'),
      image_ids: z.array(z.uuid()).min(1).max(EXPORTED_AT_ONCE).optional(),
    }),
    answer: z.strictObject({ url: z.string(), expires_at: timestamp }),
  }),
  /** A ticket is spent when the file begins, not by `EXPORT_RUNNING`. */
  openExport: defineCall(imageRoutes.openExport, {
    params: z.strictObject({ ticket: secretInPath }),
    answer: z.never(),
  }),
  showGeneration: defineCall(imageRoutes.showGeneration, { params: idParams, answer: generationSchema }),
  deleteGeneration: defineCall(imageRoutes.deleteGeneration, { params: idParams, answer: removed }),
  /** Takes a waiting generation back: it ends as failed with the code `CANCELLED`. Asking again answers the same. */
  cancel: defineCall(imageRoutes.cancel, { params: idParams, answer: generationSchema }),
  /**
   * All or nothing: an id that is unknown or somebody else's answers `NOT_FOUND`, and nothing is removed. What had been
   * removed before is no error and not among `deleted`.
   */
  batchDelete: defineCall(imageRoutes.batchDelete, { body: selection, answer: removed }),
  /**
   * Undoes removals: send what was sent to remove. A picture comes back by its id; a generation with the pictures that
   * went when it went, not with those that were removed one by one before. All or nothing: `NOT_FOUND` for an id that is
   * unknown or somebody else's, `RESTORE_WINDOW_CLOSED` when it is too late for one of them. What is there is no error.
   */
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
  events: defineCall(imageRoutes.events, { answer: z.never() }),
  /** What a person asked for, each wording once, last used first. */
  prompts: defineCall(imageRoutes.prompts, {
    query: z.strictObject(pageQuery(PROMPTS_PAGE_SIZE)),
    answer: paged(promptUseSchema),
  }),
  /**
   * For everybody who has the link. `NOT_FOUND` alike for a token that never was, was revoked, or whose picture or account
   * was removed; `SHARE_EXPIRED` once its time is over.
   */
  shared: defineCall(imageRoutes.shared, {
    params: z.strictObject({ token: secretInPath }),
    answer: sharedImageSchema,
  }),
  /** The stored file under a telling name; where `download_url` of a shared picture leads. */
  downloadShared: defineCall(imageRoutes.downloadShared, {
    params: z.strictObject({ token: secretInPath }),
    answer: z.never(),
  }),
  show: defineCall(imageRoutes.show, { params: idParams, answer: galleryItemSchema }),
  delete: defineCall(imageRoutes.delete, { params: idParams, answer: removed }),
  download: defineCall(imageRoutes.download, {
    params: idParams,
    query: z.strictObject({ format: z.enum(OUTPUT_FORMATS).optional() }),
    answer: z.never(),
  }),
  favorite: defineCall(imageRoutes.favorite, { params: idParams, answer: favoriteAnswer }),
  unfavorite: defineCall(imageRoutes.unfavorite, { params: idParams, answer: favoriteAnswer }),
  toggleFavorite: defineCall(imageRoutes.toggleFavorite, { params: idParams, answer: favoriteAnswer }),
  /**
   * A link to a page that needs no sign-in, for seven days. A picture has one at a time: sharing again answers the same link
   * and lets it last seven days from then; after it was revoked or has expired it is another one.
   */
  share: defineCall(imageRoutes.share, {
    params: idParams,
    answer: z.strictObject({ token: z.string(), url: z.string(), expires_at: timestamp }),
  }),
  /** Ends the link at once. Without one it does nothing. */
  unshare: defineCall(imageRoutes.unshare, { params: idParams, answer: nothing }),
};
