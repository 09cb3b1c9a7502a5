/**
 * The account could afford the pictures but its living grants cannot: expired ones still counted in the balance. Let it
 * roll the transaction back, expire the grants and try once more.
 */
export class GrantsStaleError extends Error {
  constructor() {
    super('Expired grants still counted in the balance');
    this.name = 'GrantsStaleError';
  }
}
