import '@testing-library/jest-dom/jest-globals';
import { jest } from '@jest/globals';
import { configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import type { SVGProps } from 'react';

const describeFailure = getConfig().getElementError;
/** True while a query is repeated until it finds something; the library tells nobody but itself. */
const isRepeated = (): boolean =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;

configure({
  // A bound for what never comes, far from what is slow: a busy machine decides no test.
  asyncUtilTimeout: 60_000,
  // The whole document is printed when the time is up, not at every attempt.
  getElementError: (message, container) =>
    isRepeated()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : describeFailure(message, container),
});

/** Every icon, without its paths: no spec looks at them, and each element is one more to look through. */
function Icon(props: SVGProps<SVGSVGElement>) {
  const isNamed = Object.keys(props).some((name) => name.startsWith('aria-') || name === 'role');
  return React.createElement('svg', isNamed ? props : { 'aria-hidden': true, ...props });
}
jest.mock('lucide-react', () => new Proxy({}, { get: (_, name) => (name === '__esModule' ? true : Icon) }));

// React makes an Error for each element, for the owners in a stack that no spec reads: a tenth of the time.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as never;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} });

// jsdom knows neither media queries nor scrolling nor captured pointers.
window.matchMedia = (query: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
// Nor sizes: nothing is ever measured.
window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
// Nor what is in sight: nothing ever is, unless a test says so.
window.IntersectionObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
} as unknown as typeof IntersectionObserver;
Element.prototype.setPointerCapture = () => undefined;

// For each style that is asked for, jsdom matches every rule of every sheet that a library has added.
const append = document.head.appendChild.bind(document.head);
document.head.appendChild = (node) => (node instanceof HTMLStyleElement ? node : append(node));
