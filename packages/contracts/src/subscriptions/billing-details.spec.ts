import { describe, expect, test } from '@jest/globals';
import { billingDetailsBody } from './billing-details-schemas.js';
import { BILLING_ADDRESS_LINES_MAX, BILLING_ADDRESS_MAX, COMPANY_MAX, isTaxId, TAX_ID_MAX } from './billing-details.js';

const NONE = { company: '', tax_id: '', address: '' };
const parse = (part: Partial<typeof NONE>) => billingDetailsBody.safeParse({ ...NONE, ...part });

test('is tidied: one line of company and tax number, no blank lines in the address', () => {
  expect(
    parse({ company: ' Ada\n  GmbH\t', tax_id: ' de\u3000１２３ ', address: '\r\n Hauptstr. 1 \r\n\n\u200b\nBerlin\n' })
      .data,
  ).toEqual({ company: 'Ada GmbH', tax_id: 'DE 123', address: 'Hauptstr. 1\nBerlin' });
  expect(parse({ company: ' \u200b ', tax_id: ' ' }).data).toEqual(NONE);
});

describe('a tax number', () => {
  test.each([
    'DE123456789',
    'GB 123 4567 89',
    'ATU12345678',
    'CHE-123.456.789 MWST',
    '12.345.678/0001-90',
    '91310000MA1FL8XQ30',
    'de123456789',
    '',
  ])('may be %j', (taxId) => {
    expect([isTaxId(taxId), parse({ tax_id: taxId }).success]).toEqual([true, true]);
  });

  test.each(['none', 'DE--123', '-123', '123-', 'DE123;', '税号123', '1'.repeat(TAX_ID_MAX + 1)])(
    'is not %j',
    (taxId) => {
      expect(parse({ tax_id: taxId }).success).toBe(false);
    },
  );
});

test.each([
  ['company', COMPANY_MAX],
  ['address', BILLING_ADDRESS_MAX],
] as const)('%s may have %i characters, counted as they are seen', (field, max) => {
  expect(parse({ [field]: '𠮷'.repeat(max) }).success).toBe(true);
  expect(parse({ [field]: '𠮷'.repeat(max + 1) }).success).toBe(false);
});

test('an address has few lines', () => {
  const lines = (count: number) => ({ address: Array.from({ length: count }, () => 'a').join('\n') });
  expect(parse(lines(BILLING_ADDRESS_LINES_MAX)).success).toBe(true);
  expect(parse(lines(BILLING_ADDRESS_LINES_MAX + 1)).success).toBe(false);
});

test('every field is given: a form is kept whole', () => {
  expect(billingDetailsBody.safeParse({ company: 'Ada' }).success).toBe(false);
});
