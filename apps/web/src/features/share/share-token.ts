/** Tokens of links are base64url, and longer than this; what is shorter was cut off on its way. */
const SHAPE = /^[\w-]{24,}$/;

/** Whether an address can lead to a shared image at all. */
export const canBeToken = (token: string): boolean => SHAPE.test(token);
