/** Nobody waits for this work. An error that it does not handle itself ends the process. */
export function inBackground(work: Promise<unknown>): void {
  // oxlint-disable-next-line typescript/no-floating-promises -- the one place where it is meant
  void work;
}
