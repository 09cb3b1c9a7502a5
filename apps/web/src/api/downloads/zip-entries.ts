/**
 * How an image's entry begins in our archives: the local file header of a file that is stored as it is and whose length
 * follows it. The list at the end of an archive is compressed, so it does not count as one.
 */
const ENTRY = [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x08, 0x08, 0x00, 0x00];

const isEntryAt = (bytes: Uint8Array, at: number): boolean => ENTRY.every((byte, index) => bytes[at + index] === byte);

/** Counts the images of an archive while it passes: the answer is how many have begun in all the bytes so far. */
export function entryCounter(): (bytes: Uint8Array) => number {
  let count = 0;
  let rest = new Uint8Array();
  return (bytes) => {
    const seen = new Uint8Array(rest.length + bytes.length);
    seen.set(rest);
    seen.set(bytes, rest.length);
    const last = seen.length - ENTRY.length;
    for (let at = seen.indexOf(ENTRY[0] ?? 0); at >= 0 && at <= last; at = seen.indexOf(ENTRY[0] ?? 0, at + 1)) {
      if (isEntryAt(seen, at)) count += 1;
    }
    // An entry may begin in one piece and go on in the next.
    rest = seen.slice(Math.max(last + 1, 0));
    return count;
  };
}
