/** Text and choices by turns; what is no choice stays as it is written. */
const CHOICE = /\{([^{}]*\|[^{}]*)\}/;

type Part = readonly string[];

/** Each part is one text, or the alternatives of a choice. */
function partsOf(template: string): Part[] {
  return template
    .split(CHOICE)
    .map((text, index): Part => (index % 2 === 0 ? [text] : [...new Set(text.split('|').map((word) => word.trim()))]));
}

/** How many prompts a template stands for, without making them. */
export const countPrompts = (template: string): number =>
  template.trim() === '' ? 0 : partsOf(template).reduce((count, { length }) => count * length, 1);

/** The first prompts of a template; the last choice changes fastest. */
export function expandTemplate(template: string, limit: number): string[] {
  const parts = partsOf(template);
  const promptAt = (index: number): string => {
    let rest = index;
    return parts
      .toReversed()
      .map((part) => {
        const word = part[rest % part.length] ?? '';
        rest = Math.floor(rest / part.length);
        return word;
      })
      .toReversed()
      .join('')
      .replace(/ {2,}/g, ' ')
      .trim();
  };
  return Array.from({ length: Math.min(countPrompts(template), limit) }, (_, index) => promptAt(index));
}
