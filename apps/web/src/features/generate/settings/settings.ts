import {
  DEFAULT_MODEL,
  DEFAULT_OUTPUT_FORMAT,
  DEFAULT_QUALITY,
  DEFAULT_SIZE,
  DEFAULT_STYLE,
  MODELS,
  OUTPUT_FORMATS,
  QUALITIES,
  SIZES,
  STYLES,
  isDalleModel,
  priceUnits,
  type Body,
  type Generation,
  type Model,
  type OutputFormat,
  type Quality,
  type Size,
  type Style,
} from '@app/contracts';

/** What lives in the address, so that it can be shared, and in the tab for links without it. */
export interface SharedSettings {
  model: Model;
  style: Style;
  size: Size;
}

/** What lives in the tab, and comes back after a reload or a detour over the login page. */
export interface DraftSettings {
  prompt: string;
  negativePrompt: string;
  quality: Quality;
  outputFormat: OutputFormat;
  count: number;
  /** As typed; empty = the server rolls the dice. */
  seed: string;
  /** The image that this one goes back to; null = it stands for itself. */
  parentId: string | null;
}

export type GenerateSettings = SharedSettings & DraftSettings;

export const EMPTY_DRAFT: DraftSettings = {
  prompt: '',
  negativePrompt: '',
  quality: DEFAULT_QUALITY,
  outputFormat: DEFAULT_OUTPUT_FORMAT,
  count: 1,
  seed: '',
  parentId: null,
};

const DEFAULTS: SharedSettings = { model: DEFAULT_MODEL, style: DEFAULT_STYLE, size: DEFAULT_SIZE };

/** What the reset of the settings brings back: prompts stay. */
export const DEFAULT_CHOICES = {
  ...DEFAULTS,
  quality: DEFAULT_QUALITY,
  outputFormat: DEFAULT_OUTPUT_FORMAT,
  count: 1,
  seed: '',
} as const satisfies Partial<GenerateSettings>;

const ALLOWED = { model: MODELS, style: STYLES, size: SIZES } as const;

const among = <T extends string>(list: readonly T[], value: unknown, fallback: T): T =>
  list.find((item) => item === value) ?? fallback;

/** Unknown values fall back to the defaults. */
const sharedFrom = (valueOf: (name: keyof SharedSettings) => unknown): SharedSettings => ({
  model: among(ALLOWED.model, valueOf('model'), DEFAULTS.model),
  style: among(ALLOWED.style, valueOf('style'), DEFAULTS.style),
  size: among(ALLOWED.size, valueOf('size'), DEFAULTS.size),
});

export const sharedFromSearch = (search: URLSearchParams): SharedSettings => sharedFrom((name) => search.get(name));

export const sharedFromDraft = (stored: Partial<SharedSettings>): SharedSettings => sharedFrom((name) => stored[name]);

export const hasShared = (search: URLSearchParams): boolean => Object.keys(ALLOWED).some((name) => search.has(name));

/** Writes settings into an address; a default is left out. */
export function searchWith(search: URLSearchParams, change: Partial<SharedSettings>): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change) as [keyof SharedSettings, string][]) {
    if (value === DEFAULTS[name]) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A draft as it was stored, whatever may have happened to it since. */
export function draftFrom(stored: unknown): DraftSettings {
  const draft = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const count = Number(draft.count);
  return {
    prompt: text(draft.prompt),
    negativePrompt: text(draft.negativePrompt),
    quality: among(QUALITIES, draft.quality, DEFAULT_QUALITY),
    outputFormat: among(OUTPUT_FORMATS, draft.outputFormat, DEFAULT_OUTPUT_FORMAT),
    count: Number.isInteger(count) && count >= 1 ? count : 1,
    seed: /^\d{1,10}$/.test(text(draft.seed)) ? text(draft.seed) : '',
    parentId: UUID.test(text(draft.parentId)) ? text(draft.parentId) : null,
  };
}

/** Quality is a setting of the DALL-E models; every other model has the default. */
export const fittingQuality = ({ model, quality }: Pick<GenerateSettings, 'model' | 'quality'>): Quality =>
  isDalleModel(model) ? quality : DEFAULT_QUALITY;

export const totalUnits = (settings: Pick<GenerateSettings, 'model' | 'quality' | 'count'>): number =>
  priceUnits(settings.model, settings.quality) * settings.count;

/** The settings that a generation was asked for with, its seed included. */
export const settingsOf = (generation: Generation): GenerateSettings => ({
  prompt: generation.prompt,
  negativePrompt: generation.negative_prompt ?? '',
  model: generation.model,
  style: generation.style,
  size: generation.size,
  quality: generation.quality,
  outputFormat: generation.output_format,
  count: generation.count,
  seed: String(generation.seed),
  parentId: generation.parent_id,
});

/**
 * The request as it is sent: an empty seed is left out, and so is a negative prompt that is empty or that the model would
 * take no notice of.
 */
export function requestOf(
  settings: GenerateSettings,
  { ignoresNegativePrompt = false }: { ignoresNegativePrompt?: boolean } = {},
): Body<'images.generate'> {
  const { prompt, negativePrompt, model, style, size, outputFormat, count, seed, parentId } = settings;
  return {
    prompt,
    ...(negativePrompt.trim() === '' || ignoresNegativePrompt ? {} : { negative_prompt: negativePrompt }),
    model,
    style,
    size,
    quality: fittingQuality(settings),
    output_format: outputFormat,
    count,
    ...(seed === '' ? {} : { seed: Number(seed) }),
    ...(parentId === null ? {} : { parent_id: parentId }),
  };
}
