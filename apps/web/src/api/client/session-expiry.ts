let handle: () => void = () => undefined;

/** The app says what happens when the server no longer takes our tokens. */
export function handleSessionExpired(handler: () => void): void {
  handle = handler;
}

export const reportSessionExpired = (): void => handle();
