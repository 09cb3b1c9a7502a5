import { builtModule } from '../product/built-api.js';

interface SearchTokens {
  textTokens: (text: string) => string[];
  tokenNumbers: (userId: string, tokens: string[]) => string[];
}

/** What prompts of one person are found by, as the product writes it: a token is computed only once. */
export async function tokenWriters(userIds: readonly string[]): Promise<((prompt: string) => string[])[]> {
  const { textTokens, tokenNumbers } = await builtModule<SearchTokens>('platform/text/search-tokens.js');
  return userIds.map((userId) => {
    const known = new Map<string, string>();
    return (prompt) =>
      textTokens(prompt).map((token) => {
        const number = known.get(token) ?? tokenNumbers(userId, [token])[0] ?? '';
        known.set(token, number);
        return number;
      });
  });
}
