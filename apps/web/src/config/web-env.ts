import { readWebSettings } from './settings';

/** The only reader of the build's environment. */
export const webSettings = readWebSettings(import.meta.env);
