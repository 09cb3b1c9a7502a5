export class UnusableImageError extends Error {}
