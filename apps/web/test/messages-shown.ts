/**
 * A spec that docs/errors.md names for a message must show it, in either language, so that the page says the truth. A
 * spec without a page, or that listens to toasts, has it as a text.
 */
import { readFileSync } from 'node:fs';
import { LOCALES } from '@app/contracts';
import { afterAll, expect } from '@jest/globals';
import { messages, textOf } from './error-page';

const NAMED = '[aria-label], [placeholder], [title]';

declare global {
  /** Set by the environment. */
  var isWholeSpec: boolean;
}

/** What stands between tags and values, which can be anything. */
const partsOf = (text: string): string[] => text.split(/<[^>]+>|\{\{[^}]+\}\}|\$t\([^)]+\)/);

function isShown(parts: readonly string[], shown: string): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = shown.indexOf(part, from);
    from = at + part.length;
    return at !== -1;
  });
}

const spec = expect.getState().testPath ?? '';
const source = readFileSync(spec, 'utf8');
const isTextEnough = spec.endsWith('.ts') || /connectToasts|failToSave/.test(source);
const left = new Map<string, string[][]>();
for (const key of messages.filter(({ tests }) => tests.includes(spec)).flatMap(({ keys }) => keys)) {
  const texts = LOCALES.map((locale) => textOf(locale, key) ?? key);
  if (!isTextEnough || !texts.some((text) => source.includes(text))) left.set(key, texts.map(partsOf));
}

function findShown(): void {
  const named = [...document.querySelectorAll(NAMED)].flatMap((element) =>
    ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name)),
  );
  const shown = [document.title, document.body.textContent, ...named].join('\n');
  for (const [key, texts] of left) if (texts.some((parts) => isShown(parts, shown))) left.delete(key);
}

if (left.size > 0) {
  const observer = new MutationObserver(findShown);
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  afterAll(() => {
    observer.disconnect();
    const missing = globalThis.isWholeSpec ? [...left.keys()] : [];
    expect({ neverShown: missing }).toEqual({ neverShown: [] });
  });
}
