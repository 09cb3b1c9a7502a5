// Spaces, format and control characters of every script, and letters that draw nothing (Hangul fillers, the empty Braille
// pattern): full-width blanks and zero-width marks are no prompt.
const INVISIBLE = /[\s\p{Z}\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu;

// More marks than any language has on one letter (UAX 15 calls such text stream-safe): the time to compose a run of them
// grows with its square.
const MARKS = /(\p{M}{1,30})\p{M}*/gu;

/** Composed (NFC), of thirty marks on a letter at most. */
export const composeText = (text: string): string => text.replace(MARKS, '$1').normalize();

/**
 * Length in code points, as counters show it and the server enforces it: an emoji or a rare Chinese character is one. Of
 * the composed text (NFC), because that is stored: it can be shorter or longer than what was typed.
 */
export const codePointLength = (text: string): number => [...composeText(text)].length;

/** True when nothing visible is left of the text. */
export const isBlank = (text: string): boolean => text.replace(INVISIBLE, '') === '';

// Control characters except tab and line breaks, and marks that reorder the text around them.
// oxlint-disable-next-line no-control-regex -- removing control characters is the purpose
const UNSAFE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
// A half of a surrogate pair is not text: Postgres and JSON readers refuse it.
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** The text as it is stored: composed (NFC), without control and reordering characters, trimmed. */
export const cleanText = (text: string): string =>
  composeText(text.replace(UNSAFE, '').replace(LONE_SURROGATE, '')).trim();
