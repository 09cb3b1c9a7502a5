import {
  MAX_IMAGES_PER_GENERATION,
  OUTPUT_FORMATS,
  QUALITIES,
  SEED_MAX,
  SIZES,
  STYLES,
  type Locale,
} from '@app/contracts';

type Text = Record<Locale, string>;

const TEXT: Text = { en: 'Must be text.', zh: '必须是文本。' };

const oneOf = (values: readonly string[]): Text => ({
  en: `Must be one of: ${values.join(', ')}.`,
  zh: `只能是以下之一：${values.join('、')}。`,
});

const wholeNumber = (from: number, to: number): Text => ({
  en: `Must be a whole number from ${from} to ${to}.`,
  zh: `必须是 ${from} 到 ${to} 之间的整数。`,
});

const BY_FIELD: Readonly<Record<string, Text>> = {
  prompt: TEXT,
  negative_prompt: TEXT,
  model: TEXT,
  style: oneOf(STYLES),
  size: oneOf(SIZES),
  quality: oneOf(QUALITIES),
  output_format: oneOf(OUTPUT_FORMATS),
  seed: wholeNumber(0, SEED_MAX),
  count: wholeNumber(1, MAX_IMAGES_PER_GENERATION),
};

const UNKNOWN: Text = { en: 'There is no such column.', zh: '没有这一列。' };
const TOO_MANY_IMAGES = (most: number): Text => ({
  en: `Your plan makes at most ${most} per row.`,
  zh: `当前套餐每行最多生成 ${most} 张。`,
});

/** What is wrong with a cell that has not the form of its column. */
export const cellText = (field: string, locale: Locale): string =>
  (Object.hasOwn(BY_FIELD, field) ? (BY_FIELD[field] ?? UNKNOWN) : UNKNOWN)[locale];

/** What is wrong with a count that the plan does not have. */
export const countText = (most: number, locale: Locale): string => TOO_MANY_IMAGES(most)[locale];
