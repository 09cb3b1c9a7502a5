/** Options for stable-diffusion.cpp, with what stands between opening and closing. */
const EXTRA_ARGS = /<\s*sd_cpp_extra_args\s*>[\s\S]*?<\s*\/\s*sd_cpp_extra_args\s*>/giu;
/** `<lora:…>`, `<hypernet:…>` and those of extensions: servers execute any `<word:…>`. */
const TAG = /<[\p{L}\p{N}_-]+:[^<>]*>|<\s*(?:lora|lyco|hypernet)\s*:[^<>]*>/giu;
/** Unclosed tags: the prompt may follow, so only the tag's own text is removed. */
const HALVES = /<\s*\/?\s*sd_cpp_extra_args\s*>?|<[\p{L}\p{N}_-]+:[^\s<>,]*/giu;

/** Removing one tag can form another. */
function untilStable(text: string, change: (text: string) => string): string {
  for (let before = text; ;) {
    const after = change(before);
    if (after === before) return after;
    before = after;
  }
}

const withoutWhole = (text: string): string =>
  untilStable(text, (rest) => rest.replace(EXTRA_ARGS, '').replace(TAG, ''));

/** Removes what servers would execute: networks to load from their disk, options of their own. */
export function withoutOrders(text: string): string {
  const clean = untilStable(text, (rest) => withoutWhole(rest).replace(HALVES, ''));
  return clean === text ? text : clean.replace(/[^\S\n]{2,}/gu, ' ').trim();
}
