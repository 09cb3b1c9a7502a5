import { z } from 'zod';
import type { SliceOptions } from '../kit/store.js';

const MAX_WAIT_MS = 600_000;

/** A title is `<file> [<short hash>]`. */
export const MODELS = [
  { name: 'sd_xl_base_1.0', hash: '31e35c80fc' },
  { name: 'sd3.5_medium', hash: '11fe06e223' },
  { name: 'v1-5-pruned-emaonly', hash: '6ce0161689' },
] as const;

export const titleOf = ({ name, hash }: { name: string; hash: string }): string => `${name}.safetensors [${hash}]`;

export const findModel = (name: string): (typeof MODELS)[number] | undefined =>
  MODELS.find((model) => [model.name, `${model.name}.safetensors`, titleOf(model), model.hash].includes(name));

export const WebuiSettings = z.strictObject({
  stepMs: z.number().int().min(0).max(MAX_WAIT_MS),
  slowMs: z.number().int().min(0).max(MAX_WAIT_MS),
  retryAfterSeconds: z.number().int().min(0),
  /** As `--api-auth`; null disables authentication. */
  auth: z.strictObject({ user: z.string().min(1), password: z.string().min(1) }).nullable(),
  model: z.string(),
});
export type WebuiSettings = z.infer<typeof WebuiSettings>;

export const webuiSlice: SliceOptions<WebuiSettings> = {
  name: 'webui',
  schema: WebuiSettings,
  seed: () => ({ stepMs: 0, slowMs: 20_000, retryAfterSeconds: 2, auth: null, model: titleOf(MODELS[0]) }),
};
