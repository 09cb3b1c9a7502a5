/** An object, so that tests, which have no navigation, can replace it. */
export const leave = { to: (address: string): void => window.location.assign(address) };
