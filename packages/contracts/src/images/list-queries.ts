import * as z from 'zod';
import { calendarDay } from '../core/call.js';
import { pageQuery } from '../core/paging.js';
import { GALLERY_PAGE_SIZE, SEARCH_MAX, USER_IMAGES_LIMIT } from './limits.js';
import { MODELS } from './models.js';
import {
  FAVORITE_SORTS,
  GENERATION_SORTS,
  GENERATION_STATUSES,
  SIZES,
  SORT_ORDERS,
  STYLE_GROUP_IDS,
  STYLES,
} from './options.js';

const filters = {
  style_group: z.enum(STYLE_GROUP_IDS).optional(),
  style: z.enum(STYLES).optional(),
  model: z.enum(MODELS).optional(),
  size: z.enum(SIZES).optional(),
  status: z.enum(GENERATION_STATUSES).optional(),
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  /** Whole words of the prompt in any order; of Chinese, Japanese and Korean any part. */
  q: z.string().trim().min(1).max(SEARCH_MAX).optional(),
};

const favorite = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .optional();

const listFilterSchema = z.strictObject({ ...filters, favorite });
/** What makes a list shorter. */
export type ListFilter = z.output<typeof listFilterSchema>;
export const LIST_FILTERS = listFilterSchema.keyof().options;

const order = z.enum(SORT_ORDERS).default('desc');
const sort = z.enum(GENERATION_SORTS).default('created_at');

const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || from <= to;
const IN_ORDER = { path: ['to'], message: 'must not be before `from`' };

export const galleryQuery = z
  .strictObject({ ...pageQuery(GALLERY_PAGE_SIZE), sort, order, favorite, ...filters })
  .refine(inOrder, IN_ORDER);
export const favoritesQuery = z
  .strictObject({
    ...pageQuery(GALLERY_PAGE_SIZE),
    sort: z.enum(FAVORITE_SORTS).default('favorited_at'),
    order,
    ...filters,
  })
  .refine(inOrder, IN_ORDER);
export const generationsQuery = z
  .strictObject({ ...pageQuery(USER_IMAGES_LIMIT), sort, order, favorite, ...filters })
  .refine(inOrder, IN_ORDER);
