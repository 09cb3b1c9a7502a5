/** Options for stable-diffusion.cpp, with what stands between opening and closing. */
const EXTRA_ARGS = /<\s*sd_cpp_extra_args\s*>[\s\S]*?<\s*\/\s*sd_cpp_extra_args\s*>/giu;
/** `<lora:…>`, `<hypernet:…>` and whatever extensions add: servers take any `<word:…>` for an order. */
const TAG = /<[\p{L}\p{N}_-]+:[^<>]*>|<\s*(?:lora|lyco|hypernet)\s*:[^<>]*>/giu;
/** What is never closed: the person's words may follow, so only the order's own go. */
const HALVES = /<\s*\/?\s*sd_cpp_extra_args\s*>?|<[\p{L}\p{N}_-]+:[^\s<>,]*/giu;

/** Repeated until nothing changes, since removing one can put another together. */
function untilStable(text: string, change: (text: string) => string): string {
  for (let before = text; ;) {
    const after = change(before);
    if (after === before) return after;
    before = after;
  }
}

const withoutWhole = (text: string): string =>
  untilStable(text, (rest) => rest.replace(EXTRA_ARGS, '').replace(TAG, ''));

/** A person's words without the orders that servers obey in them: networks to load from their disk, options of their own. */
export function withoutOrders(text: string): string {
  const clean = untilStable(text, (rest) => withoutWhole(rest).replace(HALVES, ''));
  return clean === text ? text : clean.replace(/[^\S\n]{2,}/gu, ' ').trim();
}
