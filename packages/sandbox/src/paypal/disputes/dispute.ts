import { z } from 'zod';
import type { Slice, SliceOptions } from '../../kit/store.js';
import { Amount } from '../money.js';

export const DisputeReason = z.enum([
  'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
  'UNAUTHORISED',
  'CANCELED_RECURRING_BILLING',
]);
export const DisputeOutcome = z.enum([
  'RESOLVED_BUYER_FAVOUR',
  'RESOLVED_SELLER_FAVOUR',
  'CANCELED_BY_BUYER',
  'ACCEPTED',
]);
export type DisputeOutcome = z.infer<typeof DisputeOutcome>;

const Dispute = z.object({
  id: z.string(),
  paymentId: z.string(),
  reason: DisputeReason,
  amount: Amount,
  status: z.enum(['OPEN', 'RESOLVED']),
  outcome: DisputeOutcome.optional(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type Dispute = z.infer<typeof Dispute>;
const Disputes = z.array(Dispute);
export type Disputes = Slice<z.infer<typeof Disputes>>;
export const disputeSlice: SliceOptions<z.infer<typeof Disputes>> = {
  name: 'paypal-disputes',
  schema: Disputes,
  seed: () => [],
};
