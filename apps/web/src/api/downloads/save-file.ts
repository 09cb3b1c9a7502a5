const REVOKE_AFTER_MS = 60_000;

/** Hands a file to the browser's downloads. */
export function saveFile(blob: Blob, filename: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the address only after the click returned.
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}

/**
 * Lets the browser download what lies at an address of ours, as long as it takes. Marked as a download, so that a refusal
 * does not replace the page.
 */
export function saveAddress(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
