import { z } from 'zod';
import type { Slice, SliceOptions } from '../kit/store.js';
import { randomText } from '../oauth/grants.js';

/** Credits by model and picture, as Stability AI charges them. */
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

/** How the service behaves; every part can be set by `POST /_sandbox/stability`. */
export const StabilitySettings = z.strictObject({
  credits: z.number().min(0),
  /** How long a picture takes. */
  latencyMs: z.number().int().min(0).max(MAX_WAIT_MS),
  /** How late a `slow` answer comes. */
  slowMs: z.number().int().min(0).max(MAX_WAIT_MS),
  /** Whether a 429 says when to come back; the documents do not promise it. */
  sendsRetryAfter: z.boolean(),
  /** What `busy` says there. */
  retryAfterSeconds: z.number().int().min(0),
  /** False: `style_preset` is refused, as by endpoints that do not have it. */
  knowsStylePresets: z.boolean(),
  /** True: prompts in other scripts are refused with 422. */
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

/** The one account: its balance, in whole tenths so that sums stay exact. */
export class StabilityAccount {
  constructor(
    readonly apiKey: string,
    readonly settings: Slice<StabilitySettings>,
  ) {}

  /** Takes the price of a picture. @returns false if the balance does not cover it; then nothing is taken */
  charge(model: StabilityModel): boolean {
    const price = MODEL_CREDITS[model];
    return this.settings.update((settings) => {
      if (settings.credits < price) return false;
      settings.credits = Math.round((settings.credits - price) * 10) / 10;
      return true;
    });
  }
}
