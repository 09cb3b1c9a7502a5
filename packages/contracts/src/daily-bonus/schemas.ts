import * as z from 'zod';
import { defineCall, timestamp } from '../core/call.js';
import { userSchema } from '../users/schemas.js';
import { dailyBonusRoutes } from './routes.js';

export const dailyBonusSchema = z.strictObject({
  canClaim: z.boolean(),
  monthlyCount: z.int(),
  monthlyLimit: z.int(),
  /** UTC; null before the first claim. */
  lastClaimDate: z.iso.date().nullable(),
  /** Null when a claim is possible now or never. */
  nextClaimAt: timestamp.nullable(),
  bonusCredits: z.number(),
});

export const dailyBonusCalls = {
  claim: defineCall(dailyBonusRoutes.claim, {
    answer: z.strictObject({ user: userSchema, dailyBonusClaimed: z.boolean(), bonusMessage: z.string() }),
  }),
  status: defineCall(dailyBonusRoutes.status, { answer: dailyBonusSchema }),
};
