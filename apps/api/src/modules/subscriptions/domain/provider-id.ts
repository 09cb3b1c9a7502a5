/** Whether a text can be an id at a provider. Postgres and addresses refuse some of the others. */
export const isProviderId = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);
