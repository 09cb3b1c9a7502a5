import type { Locale } from '@app/contracts';

export const loadTextFile = async (locale: Locale, namespace: string): Promise<object> =>
  ((await import(`../src/locales/${locale}/${namespace}.json`)) as { default: object }).default;
