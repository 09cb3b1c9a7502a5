import { PLACEHOLDERS, pageVariables } from './page-variables';
import { readWebSettings, type WebSettings } from './settings';

/** The only reader of the build's environment and of what the page says of its installation. */
export const webSettings: WebSettings = import.meta.env.SSR
  ? { ...readWebSettings(import.meta.env), ...PLACEHOLDERS }
  : readWebSettings({ ...import.meta.env, ...pageVariables() });
