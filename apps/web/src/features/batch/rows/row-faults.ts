import {
  NEGATIVE_PROMPT_MAX,
  OUTPUT_FORMATS,
  PROMPT_MAX,
  SEED_MAX,
  SIZES,
  STYLES,
  codePointLength,
  isBlank,
  isSelectableModel,
  priceUnits,
} from '@app/contracts';
import { COLUMNS, type Column } from './row';

/** A fault that is seen without asking the server; `value` fills its text. */
export type LocalFault =
  | { field: Column; kind: 'missing' }
  | { field: Column; kind: 'tooLong'; over: number; max: number }
  | { field: Column; kind: 'unknown'; value: string }
  | { field: Column; kind: 'number'; min: number; max: number };

const KNOWN: Partial<Record<Column, (value: string) => boolean>> = {
  model: isSelectableModel,
  style: (value) => STYLES.some((known) => known === value),
  size: (value) => SIZES.some((known) => known === value),
  output_format: (value) => OUTPUT_FORMATS.some((known) => known === value),
};

const isWhole = (text: string, min: number, max: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;

function faultOf(field: Column, value: string, maxCount: number): LocalFault | null {
  switch (field) {
    case 'prompt':
    case 'negative_prompt': {
      if (field === 'prompt' && isBlank(value)) return { field, kind: 'missing' };
      const max = field === 'prompt' ? PROMPT_MAX : NEGATIVE_PROMPT_MAX;
      const over = codePointLength(value) - max;
      return over > 0 ? { field, kind: 'tooLong', over, max } : null;
    }
    case 'count':
      return isWhole(value, 1, maxCount) ? null : { field, kind: 'number', min: 1, max: maxCount };
    case 'seed':
      return value === '' || isWhole(value, 0, SEED_MAX) ? null : { field, kind: 'number', min: 0, max: SEED_MAX };
    default:
      return KNOWN[field]?.(value) ? null : { field, kind: 'unknown', value };
  }
}

/** By cell, in the order of the cells. */
export const faultsOf = (row: Record<Column, string>, maxCount: number): LocalFault[] =>
  COLUMNS.flatMap((field) => faultOf(field, row[field], maxCount) ?? []);

/** The price of a row without faults. */
export const unitsOf = ({ model, count }: Record<Column, string>): number => priceUnits(model) * Number(count);
