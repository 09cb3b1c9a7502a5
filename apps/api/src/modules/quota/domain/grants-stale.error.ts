/** Expired grants still counted in the balance. `spend` rolls back, expires them and tries once more. */
export class GrantsStaleError extends Error {
  constructor() {
    super('Expired grants still counted in the balance');
    this.name = 'GrantsStaleError';
  }
}
