/** The bytes are not the picture that was asked for. The message is for logs. */
export class UnusableImageError extends Error {}
