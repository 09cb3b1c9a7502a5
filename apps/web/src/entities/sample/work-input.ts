import { DEFAULT_MODEL, DEFAULT_OUTPUT_FORMAT, DEFAULT_QUALITY, type Locale } from '@app/contracts';
import type { SampleWork } from './sample-works';

/** What a generation of this work is asked with. */
export const workInput = ({ prompt, style, size }: SampleWork, locale: Locale) => ({
  prompt: prompt[locale],
  negative_prompt: null,
  model: DEFAULT_MODEL,
  style,
  size,
  quality: DEFAULT_QUALITY,
  output_format: DEFAULT_OUTPUT_FORMAT,
});
