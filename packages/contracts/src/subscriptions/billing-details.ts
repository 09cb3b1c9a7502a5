import { cleanText, composeText, isBlank } from '../core/text.js';

export const COMPANY_MAX = 150;
export const TAX_ID_MAX = 30;
export const BILLING_ADDRESS_MAX = 300;
export const BILLING_ADDRESS_LINES_MAX = 6;

export const oneLine = (text: string): string => (isBlank(text) ? '' : cleanText(text).replace(/\s+/g, ' '));

export const inLines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map(oneLine)
    .filter((line) => line !== '')
    .join('\n');

/** Full-width letters and digits are the same number. */
export const tidyTaxId = (text: string): string => oneLine(composeText(text).normalize('NFKC')).toUpperCase();

export const linesOf = (text: string): number => text.split('\n').length;

/** Tax numbers differ by country: letters and digits, in groups, at least one of them a digit. */
const TAX_ID = /^(?=.*\d)[A-Z0-9]+(?:[ ./&-][A-Z0-9]+)*$/;

export const isTaxId = (text: string): boolean => {
  const taxId = tidyTaxId(text);
  return taxId === '' || TAX_ID.test(taxId);
};
