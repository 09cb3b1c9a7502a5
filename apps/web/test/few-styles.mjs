/**
 * For each style that is asked for, and each question by role asks for many, jsdom matches every rule of a browser's
 * sheet and resolves every colour. Specs see only what hides an element: the sheet keeps what each element is displayed
 * as, in one rule for each value, and no colour is resolved. To be imported before jsdom.
 */
import { createRequire } from 'node:module';

const ofWeb = createRequire(import.meta.url);
const ofEnvironment = createRequire(ofWeb.resolve('jest-environment-jsdom'));
const { parse } = createRequire(ofEnvironment.resolve('jsdom'))('rrweb-cssom');

const SHEET = 'jsdom/lib/jsdom/browser/default-stylesheet';
const selectors = new Map();
for (const { selectorText, style } of parse(ofEnvironment(SHEET)).cssRules) {
  const display = style?.getPropertyValue('display');
  if (display) selectors.set(display, [...(selectors.get(display) ?? []), selectorText]);
}
// An element has one kind by its name; to be hidden comes on top.
const hidden = selectors.get('none');
selectors.delete('none');
selectors.set('none', hidden);
ofEnvironment.cache[ofEnvironment.resolve(SHEET)].exports = [...selectors]
  .map(([display, of]) => `${of.join(', ')} { display: ${display} }`)
  .join('\n');

const { propertiesWithResolvedValueImplemented: resolved } = ofEnvironment(
  'jsdom/lib/jsdom/living/helpers/style-rules',
);
for (const [name, { computedValue }] of Object.entries(resolved)) {
  if (computedValue === 'computed-color') delete resolved[name];
}
