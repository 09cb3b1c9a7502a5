import * as z from 'zod';

const CURRENCY = 'USD';

export const moneySchema = z.object({ currency_code: z.string(), value: z.string() });
/** The shape of the older `/v1/payments` calls. */
export const oldMoneySchema = z.object({ currency: z.string(), total: z.string() });

export const moneyOf = (cents: number) => ({ currency_code: CURRENCY, value: (cents / 100).toFixed(2) });

export const toCents = (value: string): number => Math.round(Number(value) * 100);

export const centsOf = ({ currency_code: currency, value }: z.output<typeof moneySchema>): number | null =>
  currency === CURRENCY ? toCents(value) : null;
