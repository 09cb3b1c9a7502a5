import { z } from 'zod';
import type { Slice, SliceOptions } from '../kit/store.js';
import { randomText } from '../oauth/grants.js';

/** Credits per image, as Stability AI charges. */
export const MODEL_CREDITS = {
  'sd3.5-large': 6.5,
  'sd3.5-large-turbo': 4,
  'sd3.5-medium': 3.5,
  'sd3.5-flash': 2.5,
} as const;
export type StabilityModel = keyof typeof MODEL_CREDITS;
export const STABILITY_MODELS = Object.keys(MODEL_CREDITS) as [StabilityModel, ...StabilityModel[]];

const Key = z.object({ apiKey: z.string() });
export const keySlice: SliceOptions<z.infer<typeof Key>> = {
  name: 'stability-key',
  schema: Key,
  seed: () => ({ apiKey: `sk-${randomText(36)}` }),
};

const MAX_WAIT_MS = 600_000;

export const StabilitySettings = z.strictObject({
  credits: z.number().min(0),
  latencyMs: z.number().int().min(0).max(MAX_WAIT_MS),
  slowMs: z.number().int().min(0).max(MAX_WAIT_MS),
  /** Stability's documentation does not promise Retry-After. */
  sendsRetryAfter: z.boolean(),
  retryAfterSeconds: z.number().int().min(0),
  /** False: `style_preset` is refused, as by endpoints without it. */
  knowsStylePresets: z.boolean(),
  /** True: prompts in other scripts answer 422. */
  englishOnly: z.boolean(),
});
export type StabilitySettings = z.infer<typeof StabilitySettings>;

export const stabilitySlice: SliceOptions<StabilitySettings> = {
  name: 'stability',
  schema: StabilitySettings,
  seed: () => ({
    credits: 1000,
    latencyMs: 0,
    slowMs: 20_000,
    sendsRetryAfter: true,
    retryAfterSeconds: 2,
    knowsStylePresets: true,
    englishOnly: false,
  }),
};

/** The balance is in whole tenths, so that sums stay exact. */
export class StabilityAccount {
  constructor(
    readonly apiKey: string,
    readonly settings: Slice<StabilitySettings>,
  ) {}

  /** Returns false, and charges nothing, if the balance is too low. */
  charge(model: StabilityModel): boolean {
    const price = MODEL_CREDITS[model];
    return this.settings.update((settings) => {
      if (settings.credits < price) return false;
      settings.credits = Math.round((settings.credits - price) * 10) / 10;
      return true;
    });
  }
}
