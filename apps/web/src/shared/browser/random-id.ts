/** A random id. `randomUUID` exists in secure contexts only; a LAN address over http is none. */
export function randomId(): string {
  const uuid = (crypto as { randomUUID?: () => string }).randomUUID?.();
  if (uuid !== undefined) return uuid;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
