/** A key that chooses characters in an input method; the last one Safari tells by its code alone. */
export const isOfInputMethod = (event: globalThis.KeyboardEvent): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells
  event.isComposing || event.keyCode === 229;
