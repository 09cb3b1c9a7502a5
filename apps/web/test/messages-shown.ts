/**
 * A spec that docs/errors.md names for a message must show it, in either language, so that the page says the truth. A
 * spec without a page, or that listens to toasts, has it as a text.
 */
import { readFileSync } from 'node:fs';
import { LOCALES } from '@app/contracts';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { messages, textOf } from './error-page';

const NAMES = ['aria-label', 'placeholder', 'title'];
const NAMED = NAMES.map((name) => `[${name}]`).join();

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

/** By key, the texts of the messages that this spec must still show, in parts. */
function messagesOf(spec: string): Map<string, string[][]> {
  const source = readFileSync(spec, 'utf8');
  const isTextEnough = spec.endsWith('.ts') || /connectToasts|failToSave/.test(source);
  const left = new Map<string, string[][]>();
  for (const key of messages.filter(({ tests }) => tests.includes(spec)).flatMap(({ keys }) => keys)) {
    const texts = LOCALES.map((locale) => textOf(locale, key) ?? key);
    if (!isTextEnough || !texts.some((text) => source.includes(text))) left.set(key, texts.map(partsOf));
  }
  return left;
}

/** What some changes show: the text where they were, and the attributes that name something. */
function shownBy(records: readonly MutationRecord[]): string {
  const places = new Set<Node | null>();
  const shown: (string | null | undefined)[] = [];
  for (const { type, target, attributeName, addedNodes } of records) {
    if (type === 'attributes') shown.push((target as Element).getAttribute(attributeName ?? ''));
    else if (type === 'characterData') places.add(target.parentNode);
    else if (addedNodes.length > 0) places.add(target);
    for (const added of addedNodes) {
      if (!(added instanceof Element)) continue;
      const named = [added, ...added.querySelectorAll(NAMED)];
      shown.push(...named.flatMap((element) => NAMES.map((name) => element.getAttribute(name))));
    }
  }
  return [...shown, ...[...places].map((place) => place?.textContent)].join('\n');
}

/** To be called where the hooks of the spec are added. */
export function lookForMessages(spec: string): void {
  const left = messagesOf(spec);
  if (left.size === 0) return;
  const observer = new MutationObserver((records) => {
    const shown = shownBy(records);
    for (const [key, texts] of left) if (texts.some((parts) => isShown(parts, shown))) left.delete(key);
    if (left.size === 0) observer.disconnect();
  });
  beforeAll(() =>
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: NAMES }),
  );
  afterAll(() => {
    observer.disconnect();
    const missing = globalThis.isWholeSpec ? [...left.keys()] : [];
    expect({ spec, neverShown: missing }).toEqual({ spec, neverShown: [] });
  });
}
