/** What is known only where the product runs: the server fills it into the prerendered pages. */
const VARIABLES = {
  PRODUCT_NAME: 'VITE_PRODUCT_NAME',
  SITE_URL: 'VITE_SITE_URL',
  SUPPORT_EMAIL: 'SUPPORT_EMAIL',
  FREE_ALLOWANCE: 'FREE_ALLOWANCE',
  FREE_MONTHLY_CREDITS: 'FREE_MONTHLY_CREDITS',
  FEATURE_PUBLIC_API: 'FEATURE_PUBLIC_API',
  FEATURE_BATCH: 'FEATURE_BATCH',
} as const;

/** Stands for the number in prerendered text, as the formats of all languages write it. */
const ANY_NUMBER = 987_654_321;
export const ANY_NUMBER_TEXT = '987,654,321';

/** Settings while pages are prerendered. */
export const PLACEHOLDERS = {
  productName: '%PRODUCT_NAME%',
  siteUrl: '%SITE_URL%',
  supportEmail: '%SUPPORT_EMAIL%',
  freeMonthlyCredits: ANY_NUMBER,
};

/** In the head of each prerendered page. */
export const variableTags = (): string =>
  Object.keys(VARIABLES)
    .map((name) => `<meta name="${name}" content="%${name}%" />`)
    .join('\n    ');

/** What the page says, where it was filled in. */
export function pageVariables(): Record<string, string> {
  const found = Object.entries(VARIABLES).flatMap(([name, setting]): [string, string][] => {
    const value = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
    return value ? [[setting, value]] : [];
  });
  return Object.fromEntries(found);
}
