/** The provider does not know the customer: deleted there, or one of another account. */
export class CustomerMissing extends Error {
  constructor(cause: unknown) {
    super('The provider does not know the customer', { cause });
  }
}
