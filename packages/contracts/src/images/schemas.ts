import * as z from 'zod';
import { timestamp } from '../core/call.js';
import { MODEL_STATUSES, MODELS } from './models.js';
import { GENERATION_ERROR_CODES } from './generation-error-codes.js';
import { GENERATION_STATUSES, OUTPUT_FORMATS, QUALITIES, SIZES, STYLES } from './options.js';
import { ENGINES } from './engines.js';

export const thumbnailSchema = z.strictObject({ width: z.int(), height: z.int(), url: z.string() });

const imageShape = {
  id: z.uuid(),
  /** Signed and stable for hours; null until delivered, and while the file is lost. */
  url: z.string().nullable(),
  thumbnails: z.array(thumbnailSchema),
  /** Base64 of a ThumbHash. */
  thumbhash: z.string().nullable(),
  width: z.int(),
  height: z.int(),
  seed: z.int(),
  status: z.enum(GENERATION_STATUSES),
  error_code: z.enum(GENERATION_ERROR_CODES).nullable(),
  error_message: z.string().nullable(),
  is_favorited: z.boolean(),
  shared_until: timestamp.nullable(),
  frame_number: z.int(),
};

export const imageSchema = z.strictObject(imageShape);
export type GenerationImage = z.output<typeof imageSchema>;

export const settingsShape = {
  prompt: z.string(),
  negative_prompt: z.string().nullable(),
  model: z.enum(MODELS),
  style: z.enum(STYLES),
  size: z.enum(SIZES),
  quality: z.enum(QUALITIES),
  output_format: z.enum(OUTPUT_FORMATS),
};

/** An image, or the first one of a generation; null when deleted. */
const parentId = z.uuid().nullable();

/** Code-point ranges of the prompt; empty where the engine reports none. */
const understood = z.array(z.strictObject({ start: z.int(), end: z.int() }));

export const generationSchema = z.strictObject({
  id: z.uuid(),
  ...settingsShape,
  parent_id: parentId,
  seed: z.int(),
  count: z.int(),
  status: z.enum(GENERATION_STATUSES),
  error_code: z.enum(GENERATION_ERROR_CODES).nullable(),
  error_message: z.string().nullable(),
  generated_images: z.array(imageSchema),
  is_favorited: z.boolean(),
  credits_used: z.number(),
  credits_held: z.number(),
  credits_returned: z.number(),
  unit_price: z.number(),
  engine: z.enum(ENGINES).nullable(),
  understood,
  /** Position 1 is next, 0 is in progress; null once finished. */
  queue: z.strictObject({ position: z.int(), estimated_seconds: z.int() }).nullable(),
  deadline: timestamp,
  created_at: timestamp,
  finished_at: timestamp.nullable(),
});
export type Generation = z.output<typeof generationSchema>;

export const galleryItemSchema = z.strictObject({
  ...imageShape,
  generation_id: z.uuid(),
  ...settingsShape,
  parent_id: parentId,
  engine: z.enum(ENGINES).nullable(),
  understood,
  credits_used: z.number(),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
});
export type GalleryItem = z.output<typeof galleryItemSchema>;

/** Delivered images that are not deleted, oldest first. */
export const lineageSchema = z.strictObject({
  ancestors: z.array(galleryItemSchema),
  /** Made directly from the image; the newest ones where there are more than `LINEAGE_MAX`. */
  remixes: z.array(galleryItemSchema),
});
export type Lineage = z.output<typeof lineageSchema>;

/** Public, so it does not identify the owner. */
export const sharedImageSchema = z.strictObject({
  url: z.string(),
  download_url: z.string(),
  thumbnails: z.array(thumbnailSchema),
  thumbhash: z.string().nullable(),
  width: z.int(),
  height: z.int(),
  ...settingsShape,
  seed: z.int(),
  created_at: timestamp,
  expires_at: timestamp,
});

export const promptUseSchema = z.strictObject({
  prompt: z.string(),
  negative_prompt: z.string().nullable(),
  count: z.int(),
  last_used_at: timestamp,
  generation_id: z.uuid(),
  model: z.enum(MODELS),
  style: z.enum(STYLES),
  size: z.enum(SIZES),
});
export type PromptUse = z.output<typeof promptUseSchema>;

export const modelOfferSchema = z.strictObject({
  id: z.enum(MODELS),
  status: z.enum(MODEL_STATUSES),
  retry_after: z.int().nullable(),
  engine: z.enum(ENGINES).nullable(),
  honours_negative_prompt: z.boolean(),
  /** `in_words`: the style is added to the prompt. */
  styles: z.enum(['native', 'in_words']),
  formats: z.array(z.enum(OUTPUT_FORMATS)),
});
export type ModelOffer = z.output<typeof modelOfferSchema>;

export type SharedImage = z.output<typeof sharedImageSchema>;

export const imageStatsSchema = z.strictObject({
  total: z.int(),
  completed: z.int(),
  failed: z.int(),
  pending: z.int(),
  favorites: z.int(),
  by_style: z.partialRecord(z.enum(STYLES), z.int()),
  by_model: z.partialRecord(z.enum(MODELS), z.int()),
});

/** A run of running numbers that one archive takes. */
export const exportPartSchema = z.strictObject({
  before: z.int(),
  newest: z.int(),
  oldest: z.int(),
  images: z.int(),
});
export type ExportPart = z.infer<typeof exportPartSchema>;
