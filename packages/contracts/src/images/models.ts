import { UNITS_PER_CREDIT } from '../quota/credits.js';
import type { Quality } from './options.js';

export const SELECTABLE_MODELS = ['sd3.5-large', 'sd3.5-large-turbo', 'sd3.5-medium', 'sd3.5-flash'] as const;
export type SelectableModel = (typeof SELECTABLE_MODELS)[number];

export const ANNOUNCED_MODELS = ['dall-e-3', 'dall-e-2', 'openai-dall-e'] as const;
export type AnnouncedModel = (typeof ANNOUNCED_MODELS)[number];

export const MODELS = [...SELECTABLE_MODELS, ...ANNOUNCED_MODELS] as const;
export type Model = (typeof MODELS)[number];

/** `unavailable`: the engine does not respond. */
export const MODEL_STATUSES = ['available', 'unavailable', 'coming_soon'] as const;
export type ModelStatus = (typeof MODEL_STATUSES)[number];

export const DEFAULT_MODEL: SelectableModel = 'sd3.5-medium';

export const MODEL_UNITS: Record<Model, number> = {
  'sd3.5-large': 65,
  'sd3.5-large-turbo': 40,
  'sd3.5-medium': 35,
  'sd3.5-flash': 25,
  'dall-e-3': 20,
  'dall-e-2': 10,
  'openai-dall-e': 10,
};
export const HD_SURCHARGE_UNITS = UNITS_PER_CREDIT;

export const isSelectableModel = (model: string): model is SelectableModel =>
  SELECTABLE_MODELS.some((known) => known === model);
export const isDalleModel = (model: string): model is AnnouncedModel =>
  ANNOUNCED_MODELS.some((known) => known === model);
const isModel = (model: string): model is Model => Object.hasOwn(MODEL_UNITS, model);

/** Unknown models have the price of the default one. */
export function priceUnits(model: string, quality: Quality = 'standard'): number {
  const base = MODEL_UNITS[isModel(model) ? model : DEFAULT_MODEL];
  return quality === 'hd' && isDalleModel(model) ? base + HD_SURCHARGE_UNITS : base;
}

export const CHEAPEST_UNITS = Math.min(...SELECTABLE_MODELS.map((model) => MODEL_UNITS[model]));

/** Below it, credits are low: five images of the default model. */
export const LOW_CREDITS_UNITS = 5 * MODEL_UNITS[DEFAULT_MODEL];
