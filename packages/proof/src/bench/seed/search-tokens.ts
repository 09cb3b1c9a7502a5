import { builtExport } from '../product/built-api.js';

type TextTokens = (text: string) => string[];
type TokenNumbers = (userId: string, tokens: string[]) => string[];

/** For each user, a function that returns the search tokens of a prompt as the product stores them. */
export async function tokenWriters(userIds: readonly string[]): Promise<((prompt: string) => string[])[]> {
  const textTokens = await builtExport<TextTokens>('textTokens');
  const tokenNumbers = await builtExport<TokenNumbers>('tokenNumbers');
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
