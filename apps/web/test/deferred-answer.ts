/** An answer that a spec holds back until it is to come. */
export function deferredAnswer() {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
}
