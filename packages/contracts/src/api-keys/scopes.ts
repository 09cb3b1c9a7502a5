/** What an API key may do. The route of each call of the public API names the scope that it needs. */
export const API_KEY_SCOPES = ['generate', 'read', 'delete'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];
