import * as z from 'zod';
import { timestamp } from '../core/call.js';
import { MODEL_STATUSES, MODELS } from './models.js';
import { GENERATION_ERROR_CODES, GENERATION_STATUSES, OUTPUT_FORMATS, QUALITIES, SIZES, STYLES } from './options.js';
import { ENGINES } from './engines.js';

export const thumbnailSchema = z.strictObject({ width: z.int(), height: z.int(), url: z.string() });

const pictureShape = {
  id: z.uuid(),
  /** Signed, stable for hours; null until the picture is there, and of a completed one while its file is lost. */
  url: z.string().nullable(),
  thumbnails: z.array(thumbnailSchema),
  /** Base64 of a ThumbHash. */
  thumbhash: z.string().nullable(),
  width: z.int(),
  height: z.int(),
  seed: z.int(),
  status: z.enum(GENERATION_STATUSES),
  error_code: z.enum(GENERATION_ERROR_CODES).nullable(),
  /** In the caller's language. */
  error_message: z.string().nullable(),
  is_favorited: z.boolean(),
  /** Until when everybody who has its link can see it; null while it is not shared. */
  shared_until: timestamp.nullable(),
  /** The owner's running number of pictures, from 1. */
  frame_number: z.int(),
};

export const pictureSchema = z.strictObject(pictureShape);
export type Picture = z.output<typeof pictureSchema>;

const settingsShape = {
  prompt: z.string(),
  negative_prompt: z.string().nullable(),
  model: z.enum(MODELS),
  style: z.enum(STYLES),
  size: z.enum(SIZES),
  quality: z.enum(QUALITIES),
  output_format: z.enum(OUTPUT_FORMATS),
};

/** What it was made from: a picture of the owner's, or the first one of a generation; null when that was removed. */
const parentId = z.uuid().nullable();

export const generationSchema = z.strictObject({
  id: z.uuid(),
  ...settingsShape,
  parent_id: parentId,
  seed: z.int(),
  count: z.int(),
  status: z.enum(GENERATION_STATUSES),
  error_code: z.enum(GENERATION_ERROR_CODES).nullable(),
  error_message: z.string().nullable(),
  generated_images: z.array(pictureSchema),
  /** Of the first picture. */
  is_favorited: z.boolean(),
  /** Price of what was delivered so far. */
  credits_used: z.number(),
  /** Still held for pictures that are open. */
  credits_held: z.number(),
  /** Given back for pictures that were not delivered. */
  credits_returned: z.number(),
  unit_price: z.number(),
  /** Which engine painted it; null before a worker began. */
  engine: z.enum(ENGINES).nullable(),
  /** Words of the prompt that the engine acted on, as code-point ranges; empty where the engine does not tell. */
  understood: z.array(z.strictObject({ start: z.int(), end: z.int() })),
  /** Place in line (1 = next, 0 = being made) and seconds until it should be done; null once it is finished. */
  queue: z.strictObject({ position: z.int(), estimated_seconds: z.int() }).nullable(),
  /** Until then the pictures are there or the credits are back. */
  deadline: timestamp,
  created_at: timestamp,
  finished_at: timestamp.nullable(),
});
export type Generation = z.output<typeof generationSchema>;

export const galleryItemSchema = z.strictObject({
  ...pictureShape,
  generation_id: z.uuid(),
  ...settingsShape,
  parent_id: parentId,
  engine: z.enum(ENGINES).nullable(),
  /** The price of this picture when delivered, else 0. */
  credits_used: z.number(),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
});
export type GalleryItem = z.output<typeof galleryItemSchema>;

/** A picture as everybody with its link sees it: nothing tells whose it is. Both addresses need no token. */
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

/** A wording that was asked for, with the settings of its last use. */
export const promptUseSchema = z.strictObject({
  prompt: z.string(),
  negative_prompt: z.string().nullable(),
  /** Generations of it that were not removed. */
  count: z.int(),
  last_used_at: timestamp,
  /** The last generation of it. */
  generation_id: z.uuid(),
  model: z.enum(MODELS),
  style: z.enum(STYLES),
  size: z.enum(SIZES),
});
export type PromptUse = z.output<typeof promptUseSchema>;

/** What this installation does with a model. */
export const modelOfferSchema = z.strictObject({
  id: z.enum(MODELS),
  status: z.enum(MODEL_STATUSES),
  /** Seconds after which an unavailable model is worth another try, else null. */
  retry_after: z.int().nullable(),
  /** Which engine paints it; null for one that is announced only. */
  engine: z.enum(ENGINES).nullable(),
  /** False: what is written there has no effect. */
  honours_negative_prompt: z.boolean(),
  /** `in_words`: the engine knows no styles and is told of them in the prompt. */
  styles: z.enum(['native', 'in_words']),
  /** What the engine makes by itself; other formats are converted. */
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
