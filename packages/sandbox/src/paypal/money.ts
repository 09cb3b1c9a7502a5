import type { Money } from '@paypal/paypal-server-sdk';
import { z } from 'zod';
import { unprocessable } from './http/errors.js';
import type { Wire } from './wire.js';

/** Whole cents; the sandbox knows currencies of two decimals only. */
export const Amount = z.object({ cents: z.number().int(), currency: z.string() });
export type Amount = z.infer<typeof Amount>;

export const MoneyBody = z.object({
  currency_code: z.string().length(3),
  value: z
    .string()
    .max(32)
    .regex(/^-?(\d+|\d*\.\d+)$/),
});
export type MoneyBody = z.infer<typeof MoneyBody>;

const WITHOUT_DECIMALS = new Set(['HUF', 'JPY', 'TWD']);
const KNOWN = new Set(['AUD', 'BRL', 'CAD', 'CHF', 'EUR', 'GBP', 'MXN', 'NZD', 'SGD', 'USD', ...WITHOUT_DECIMALS]);

/** @throws PaypalError if PayPal cannot move such an amount */
export function amountOf(body: MoneyBody, field: string): Amount {
  const { currency_code: currency, value } = body;
  if (!KNOWN.has(currency)) throw unprocessable('CURRENCY_NOT_SUPPORTED', { field: `${field}/currency_code` });
  const decimals = value.split('.')[1]?.length ?? 0;
  if (WITHOUT_DECIMALS.has(currency)) throw unprocessable('DECIMALS_NOT_SUPPORTED', { field: `${field}/value` });
  if (decimals > 2) throw unprocessable('DECIMAL_PRECISION', { field: `${field}/value`, value });
  return { cents: Math.round(Number(value) * 100), currency };
}

export const decimalOf = (cents: number): string => (cents / 100).toFixed(2);

export const moneyOf = ({ cents, currency }: Amount): Wire<Money> => ({
  currency_code: currency,
  value: decimalOf(cents),
});

/** As the older `/v1/payments` family writes it. */
export const v1AmountOf = ({ cents, currency }: Amount) => ({
  total: decimalOf(cents),
  currency,
  details: { subtotal: decimalOf(cents) },
});

/** What PayPal keeps of a payment in the United States: 3.49 % and 49 cents. */
export const feeOf = ({ cents, currency }: Amount): Amount => ({ cents: Math.round(cents * 0.0349) + 49, currency });
