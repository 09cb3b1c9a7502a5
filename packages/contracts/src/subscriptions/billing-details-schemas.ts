import * as z from 'zod';
import { codePointLength } from '../core/text.js';
import {
  BILLING_ADDRESS_LINES_MAX,
  BILLING_ADDRESS_MAX,
  COMPANY_MAX,
  inLines,
  isTaxId,
  linesOf,
  oneLine,
  TAX_ID_MAX,
  tidyTaxId,
} from './billing-details.js';

/** What a company has on receipts that the product makes; empty where nothing is given. */
export const billingDetailsSchema = z.strictObject({
  company: z.string(),
  /** A VAT or tax number of any country, in capitals. */
  tax_id: z.string(),
  /** With the country, in lines. */
  address: z.string(),
});
export type BillingDetails = z.output<typeof billingDetailsSchema>;

const limited = (max: number, tidy: (text: string) => string) =>
  z
    .string()
    .max(10_000)
    .transform(tidy)
    .refine((text) => codePointLength(text) <= max, `must have at most ${max} characters`);

export const billingDetailsBody = z.strictObject({
  company: limited(COMPANY_MAX, oneLine),
  tax_id: limited(TAX_ID_MAX, tidyTaxId).refine(isTaxId, 'must consist of letters, digits and single separators'),
  address: limited(BILLING_ADDRESS_MAX, inLines).refine(
    (text) => linesOf(text) <= BILLING_ADDRESS_LINES_MAX,
    `must have at most ${BILLING_ADDRESS_LINES_MAX} lines`,
  ),
});
