export type Billing = 'monthly' | 'annual';

export const isBilling = (value: unknown): value is Billing => value === 'monthly' || value === 'annual';
