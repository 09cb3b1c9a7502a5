import { z } from 'zod';

export const SAMPLERS = ['Euler', 'Euler a', 'DPM++ 2M', 'DPM++ SDE', 'DDIM', 'UniPC', 'LCM'] as const;

const MAX_STEPS = 150;
const MAX_IMAGES = 16;
const MAX_SEED = 4_294_967_295;

export const Fields = z.object({
  prompt: z.string().default(''),
  negative_prompt: z.string().default(''),
  width: z.number().int().min(1).default(512),
  height: z.number().int().min(1).default(512),
  steps: z.number().int().min(1).max(MAX_STEPS).default(50),
  cfg_scale: z.number().default(7),
  /** -1 requests a random seed. */
  seed: z.number().int().min(-1).max(MAX_SEED).default(-1),
  sampler_name: z.string().nullish(),
  scheduler: z.string().nullish(),
  batch_size: z.number().int().min(1).max(MAX_IMAGES).default(1),
  n_iter: z.number().int().min(1).max(MAX_IMAGES).default(1),
  override_settings: z.looseObject({ sd_model_checkpoint: z.string().optional() }).default({}),
});
export type Fields = z.infer<typeof Fields>;

/** Syntax that a server executes: networks to load (`<lora:…>`) and options of stable-diffusion.cpp. */
const TAG = /<(?:lora|lyco|hypernet):[^>]*>|<sd_cpp_extra_args>.*?(?:<\/sd_cpp_extra_args>|$)/gis;

export const tagsOf = ({ prompt, negative_prompt: negative }: Fields): string[] =>
  [prompt, negative].flatMap((text) => text.match(TAG) ?? []);
