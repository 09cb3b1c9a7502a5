import { z } from 'zod';
import { STABILITY_MODELS } from './account.js';

/** About one megapixel. */
export const ASPECT_RATIOS = {
  '1:1': [1024, 1024],
  '16:9': [1344, 768],
  '21:9': [1536, 640],
  '2:3': [832, 1216],
  '3:2': [1216, 832],
  '4:5': [896, 1088],
  '5:4': [1088, 896],
  '9:16': [768, 1344],
  '9:21': [640, 1536],
} as const satisfies Record<string, readonly [number, number]>;
const RATIOS = Object.keys(ASPECT_RATIOS) as [keyof typeof ASPECT_RATIOS, ...(keyof typeof ASPECT_RATIOS)[]];

const STYLE_PRESETS = [
  'enhance',
  'anime',
  'photographic',
  'digital-art',
  'comic-book',
  'fantasy-art',
  'line-art',
  'analog-film',
  'neon-punk',
  'isometric',
  'low-poly',
  'origami',
  'modeling-compound',
  'cinematic',
  '3d-model',
  'pixel-art',
  'tile-texture',
] as const;

const MAX_SEED = 4_294_967_294;
const MAX_PROMPT = 10_000;

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
const numberIn = (low: number, high: number) => {
  const error = `must be between ${low} and ${high}`;
  return z.coerce.number({ error }).min(low, { error }).max(high, { error });
};
const text = (error: string) =>
  z.string({ error }).max(MAX_PROMPT, { error: `cannot exceed ${MAX_PROMPT} characters` });

const Fields = z
  .object({
    prompt: text('required').min(1, { error: 'cannot be blank' }),
    mode: oneOf(['text-to-image', 'image-to-image']).default('text-to-image'),
    image: z.instanceof(File, { error: 'must be a file' }).optional(),
    strength: numberIn(0, 1).optional(),
    aspect_ratio: oneOf(RATIOS).optional(),
    model: oneOf(STABILITY_MODELS).default('sd3.5-large'),
    seed: numberIn(0, MAX_SEED).refine(Number.isInteger, { error: 'must be an integer' }).default(0),
    // This endpoint does not support WebP.
    output_format: oneOf(['png', 'jpeg']).default('png'),
    negative_prompt: text('must be text').optional(),
    cfg_scale: numberIn(1, 10).optional(),
    style_preset: oneOf(STYLE_PRESETS).optional(),
  })
  .superRefine(({ mode, image, strength, aspect_ratio: ratio }, context) => {
    const fault = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (mode === 'image-to-image') {
      if (!image) fault('image', 'required');
      if (strength === undefined) fault('strength', 'required');
      if (ratio !== undefined) fault('aspect_ratio', 'cannot be used with image-to-image');
      return;
    }
    if (image) fault('image', 'cannot be used with text-to-image');
    if (strength !== undefined) fault('strength', 'cannot be used with text-to-image');
  });
export type StabilityFields = z.infer<typeof Fields>;

const KNOWN = new Set(Object.keys(Fields.shape));

/** `unknown` fields are ignored by the service; `errors` has one line per invalid field. */
export function readFields(form: FormData): { fields: StabilityFields; unknown: string[] } | { errors: string[] } {
  const result = Fields.safeParse(Object.fromEntries(form.entries()));
  if (!result.success) {
    return { errors: result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) };
  }
  return { fields: result.data, unknown: [...new Set(form.keys())].filter((name) => !KNOWN.has(name)) };
}
