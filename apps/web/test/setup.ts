import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach } from '@jest/globals';
import { cleanup, configure } from '@testing-library/react';

// A bound for what never comes, far from what is slow: a busy machine decides no test.
configure({ asyncUtilTimeout: 5_000 });

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
Element.prototype.setPointerCapture = () => undefined;

// For each style that is asked for, jsdom matches every rule of every sheet that a library has added.
const append = document.head.appendChild.bind(document.head);
document.head.appendChild = (node) => (node instanceof HTMLStyleElement ? node : append(node));

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
});

afterEach(cleanup);
